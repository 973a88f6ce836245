import Dispatch
import Glibc
import Synchronization
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
        try FrameSocket(ours).send(Frame(.request, 1), in: MemoryFile([], []))
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

/// Small requests arrive complete, each at one of the waiting receivers.
@Suite struct PacketSocketTests {
    @Test func eachRequestIsReceivedOnceAndComplete() throws {
        let (near, far) = try MessageSocket.pair(keepsBoundaries: true)
        let (sender, receiver) = (PacketSocket(near), try PacketReceiver(far))
        let received = Mutex<[UInt32: [UInt8]]>([:])
        let (came, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<3 {
            DispatchQueue.global().async {
                while let request = try? receiver.receive() {
                    received.withLock { $0[request.number] = request.facts + request.body }
                    came.signal()
                }
                ended.signal()
            }
        }
        for number in UInt32(0)..<50 {
            let count = Int(number) * PacketSocket.maxBody / 50
            let body = [UInt8](repeating: UInt8(number), count: count)
            try sender.send(Frame(.request, number, facts: [7], body: body[...]))
            came.wait()
        }
        sender.finishSending()
        for _ in 0..<3 { ended.wait() }
        let orders = received.withLock { $0 }
        #expect(orders.count == 50)
        for (number, bytes) in orders {
            #expect(bytes.count == 1 + Int(number) * PacketSocket.maxBody / 50)
            #expect(bytes.first == 7 && bytes.dropFirst().allSatisfy { $0 == UInt8(number) })
        }
    }

    /// Another kind, a request in a file, a truncated request, one with trailing bytes, one beyond
    /// the maximum length.
    @Test(arguments: [
        (Frame(.request, 1).storedHead, 0),
        (Frame(.cancel, 1).head, 0), (Frame(.request, 1, body: [1, 2]).head, 1),
        (Frame(.request, 1, body: [1, 2]).head, 3), ([1, 2, 3], 0),
        (Frame(.request, 1, body: [UInt8](repeating: 0, count: 70_000)[...]).head, 70_000),
    ])
    func invalidRequestsAreRejected(head: [UInt8], body: Int) throws {
        let (near, far) = try MessageSocket.pair(keepsBoundaries: true)
        try near.send(head, [UInt8](repeating: 0, count: body)[...])
        let receiver = try PacketReceiver(far)
        #expect(throws: SystemError.self) { try receiver.receive() }
    }
}

/// Frames that a shell sends instead of a render process.
enum ShellFrame {
    /// A frame without facts, as a format string of the shell's printf.
    static func text(_ kind: Frame.Kind, _ number: UInt32, body: Int = 0) -> String {
        let body = [UInt8](repeating: 0x41, count: body)
        return (Frame(kind, number, body: body[...]).head + body)
            .map { "\\" + String($0 >> 6) + String($0 >> 3 & 7) + String($0 & 7) }.joined()
    }
}

@Suite struct PackedTests {
    @Test func valuesRoundTrip() {
        var writer = PackedWriter()
        writer.integer(.min)
        writer.text("Zürich 🐟")
        writer.optional(nil)
        writer.optional("")
        writer.seconds(1.5)
        writer.seconds(nil)
        writer.list([1, 2, 3]) { $0.integer($1) }
        var reader = PackedReader(writer.bytes)
        #expect(reader.integer() == .min)
        #expect(reader.text() == "Zürich 🐟")
        #expect(reader.optional() == .some(nil))
        #expect(reader.optional() == .some(""))
        #expect(reader.seconds() == .some(1.5))
        #expect(reader.seconds() == .some(nil))
        #expect(reader.list { $0.integer() } == [1, 2, 3])
        #expect(reader.number() == nil)
    }

    @Test func truncatedValuesAreNil() {
        var writer = PackedWriter()
        writer.list(["one", "two"]) { $0.text($1) }
        for count in 0..<writer.bytes.count {
            var reader = PackedReader(Array(writer.bytes.prefix(count)))
            #expect(reader.list { $0.text() } == nil, "\(count) bytes")
        }
    }

    /// False lengths that a compromised process may state.
    @Test(arguments: [-1, Int.max, Int.min, 1 << 40]) func falseLengthsAreNil(length: Int) {
        var writer = PackedWriter()
        writer.integer(length)
        var reader = PackedReader(writer.bytes)
        #expect(reader.text() == nil)
        reader = PackedReader(writer.bytes)
        #expect(reader.list { $0.integer() } == nil)
    }
}

@Suite struct SigningOrderTests {
    private final class Client: PoolClient {
        func began() {}
        func take(_ frame: Frame) -> Bool { true }
        func end(_ failure: PoolFailure) {}
    }

    private final class Notes: Sendable {
        let signed = Mutex<[(request: String, digest: [UInt8])]>([])
        let event = DispatchSemaphore(value: 0)
    }

    /// Starts a process that sends these frames after it has received a request.
    ///
    /// - Parameter waits: whether the process runs until it is killed.
    /// - Returns: the digests signed until then.
    private func signed(
        asking frames: String, waits: Bool
    ) throws -> [(request: String, digest: [UInt8])] {
        let notes = Notes()
        var settings = ProcessPool.Settings()
        settings.processes = 1
        let ready = ShellFrame.text(.ready, 0)
        // The request is its head, the packed request ID and one byte; the frames that follow are the
        // response.
        let words =
            "printf '\(ready)' >&3; head -c 27 <&4 >/dev/null; printf '\(frames)' >&3; "
            + (waits ? "read -r answer <&3" : "exit 0")
        let pool = ProcessPool(
            settings: settings, memoryUse: try SharedMemoryUse(processes: 1),
            sign: { request, digest in
                notes.signed.withLock { $0.append((request, digest)) }
                return ([], [])
            },
            launch: { (_, socket, packets) throws(SystemError) in
                try ChildProcess(
                    "/bin/sh", ["sh", "-c", words], environment: ["PATH": "/usr/bin:/bin"],
                    files: [socket.number, packets.number])
            }, onExit: { _ in notes.event.signal() })
        _ = try pool.start()
        _ = pool.submit(
            PendingRequest(
                requestID: "id", head: [], body: [1], isSmall: true,
                queued: DispatchTime.now().uptimeNanoseconds, client: Client()))
        notes.event.wait()
        pool.close()
        return notes.signed.withLock { $0 }
    }

    @Test func digestsOfARequestAreSigned() throws {
        let signed = try signed(asking: ShellFrame.text(.sign, 1, body: 32), waits: false)
        let first = try #require(signed.first)
        #expect(first.request == "id")
        #expect(first.digest == [UInt8](repeating: 0x41, count: 32))
    }

    /// A request that the process does not have, and data that is not a digest. A frame meant only
    /// for render processes ends the process as well.
    @Test(arguments: [
        (Frame.Kind.sign, UInt32(2), 32), (.sign, 1, 31), (.sign, 1, 33), (.sign, 1, 0),
        (.sign, 1, 5_000), (.signed, 1, 32),
    ])
    func invalidSigningRequestsAreRejected(kind: Frame.Kind, number: UInt32, body: Int) throws {
        #expect(try signed(asking: ShellFrame.text(kind, number, body: body), waits: true).isEmpty)
    }
}
