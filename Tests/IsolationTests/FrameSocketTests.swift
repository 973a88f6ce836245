import System
import Testing

@testable import Isolation

/// Frames that are read ahead are returned one by one, as sent.
struct FrameSocketTests {
    @Test func combinedFramesAreReceivedOneByOne() throws {
        let (ours, theirs) = try MessageSocket.pair()
        let (sender, receiver) = (FrameSocket(ours), FrameSocket(theirs))
        let large = [UInt8](repeating: 7, count: 100_000)
        try sender.send(Frame(.cancel, 1))
        try sender.send(Frame(.order, 2), with: MemoryFile([1, 2, 3]))
        try sender.send(Frame(.order, 3, facts: [9], body: [4]))
        try sender.send(Frame(.piece, 4, body: large))
        try sender.send(Frame(.order, 5), with: MemoryFile(large))
        sender.finishSending()
        var frames: [Frame] = []
        while let frame = try receiver.receive() { frames.append(frame) }
        #expect(frames.map(\.kind) == [.cancel, .order, .order, .piece, .order])
        #expect(frames.map(\.number) == [1, 2, 3, 4, 5])
        #expect(frames.map(\.body) == [[], [1, 2, 3], [4], large, large])
        #expect(frames[2].facts == [9])
    }

    @Test(arguments: [5, 16, 40, 70_000])
    func incompleteFramesAreNotReceived(length: Int) throws {
        let (ours, theirs) = try MessageSocket.pair()
        let frame = Frame(.piece, 1, body: [UInt8](repeating: 1, count: 100_000))
        try ours.send(Array((frame.head + frame.body).prefix(length)), [])
        ours.finishSending()
        #expect(try FrameSocket(theirs).receive().map(\.number) == nil)
    }

    @Test func invalidFramesAreErrors() throws {
        let (ours, theirs) = try MessageSocket.pair()
        try ours.send([UInt8](repeating: 0xFF, count: 16), [])
        #expect(throws: SystemError.self) { _ = try FrameSocket(theirs).receive() }
    }
}
