import Dispatch
import Synchronization
import System
import Testing

@testable import Isolation

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
