import System
import Testing

@testable import Isolation

/// Frames that are read ahead are returned one by one.
struct FrameSocketTests {
    @Test func combinedFramesAreReceivedOneByOne() throws {
        let (ours, theirs) = try MessageSocket.pair()
        let (sender, receiver) = (FrameSocket(ours), FrameSocket(theirs))
        let large = [UInt8](repeating: 7, count: 100_000)
        try sender.send(Frame(.cancel, 1))
        let stored = Frame(.request, 2, facts: [8, 8], body: [1, 2, 3])
        try sender.send(stored, in: MemoryFile([8, 8], [1, 2, 3]))
        try sender.send(Frame(.request, 3, facts: [9], body: [4]))
        try sender.send(Frame(.piece, 4, body: large[...]))
        try sender.send(Frame(.request, 5, body: large[...]), in: MemoryFile([], large))
        sender.finishSending()
        var frames: [Frame] = []
        while let frame = try receiver.receive() { frames.append(frame) }
        #expect(frames.map(\.kind) == [.cancel, .request, .request, .piece, .request])
        #expect(frames.map(\.number) == [1, 2, 3, 4, 5])
        #expect(frames.map(\.body) == [[], [1, 2, 3], [4], large[...], large[...]])
        #expect(frames.map(\.facts) == [[], [8, 8], [9], [], []])
    }

    @Test(arguments: [5, 16, 40, 70_000])
    func incompleteFramesAreNotReceived(length: Int) throws {
        let (ours, theirs) = try MessageSocket.pair()
        let frame = Frame(.piece, 1, body: [UInt8](repeating: 1, count: 100_000)[...])
        try ours.send(Array((frame.head + frame.body).prefix(length)), [])
        ours.finishSending()
        #expect(try FrameSocket(theirs).receive().map(\.number) == nil)
    }

    @Test func invalidFramesAreErrors() throws {
        let (ours, theirs) = try MessageSocket.pair()
        try ours.send([UInt8](repeating: 0xFF, count: 16), [])
        #expect(throws: SystemError.self) { _ = try FrameSocket(theirs).receive() }
    }

    /// A file that is shorter or longer than announced, none at all, and one for a frame that has
    /// none.
    @Test(
        arguments: [
            (Frame.Kind.request, [1, 2], 4), (.request, [1, 2, 3, 4, 5], 4), (.request, nil, 4),
            (.request, [], 1 << 30), (.piece, [1, 2, 3, 4], 4),
        ] as [(Frame.Kind, [UInt8]?, Int)])
    func filesThatAreNotAsAnnouncedAreErrors(
        kind: Frame.Kind, file: [UInt8]?, announced: Int
    ) throws {
        let (ours, theirs) = try MessageSocket.pair()
        var head = PackedWriter()
        for word in [kind.rawValue | 1 << 31, 1, 0, UInt32(announced)] { head.number(word) }
        try ours.send(head.bytes, [], with: try file.map { try MemoryFile($0, []) })
        #expect(throws: SystemError.self) { _ = try FrameSocket(theirs).receive() }
    }

    @Test func frontProcessesReceiveNoRequests() throws {
        let (ours, theirs) = try MessageSocket.pair()
        let sender = FrameSocket(ours)
        try sender.send(Frame(.request, 1), in: MemoryFile([], []))
        let front = FrameSocket(theirs, receivesRequests: false)
        #expect(throws: SystemError.self) { _ = try front.receive() }
    }

    /// A large body is received into the array that is parsed.
    @Test func wholeBodiesAreArraysWithoutACopy() throws {
        let (ours, theirs) = try MessageSocket.pair()
        let large = [UInt8](repeating: 7, count: 100_000)
        try FrameSocket(ours).send(Frame(.request, 1, body: large[...]), in: MemoryFile([], large))
        let frame = try #require(try FrameSocket(theirs).receive())
        let array = Array(frame.body)
        let (slice, whole) = unsafe (
            frame.body.withUnsafeBytes { $0.baseAddress },
            array.withUnsafeBytes { $0.baseAddress }
        )
        #expect(unsafe slice == whole)
    }
}
