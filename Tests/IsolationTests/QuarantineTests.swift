import Dispatch
import Synchronization
import System
import Testing

@testable import Isolation

@Suite struct QuarantineTests {
    private static let minute: UInt64 = 60_000_000_000

    @Test func requestsAreRejectedForAQuarterOfAnHour() {
        var quarantine = Quarantine()
        quarantine.add("a", now: 5)
        #expect([4, 5].map { quarantine.holds("a", now: 15 * Self.minute + $0) } == [true, false])
        #expect(quarantine.isEmpty)
    }

    @Test func theOldestOfAThousandMakesPlace() {
        var quarantine = Quarantine()
        for number in 0..<1_000 { quarantine.add("\(number)", now: UInt64(number)) }
        quarantine.add("1000", now: 1_000)
        #expect(
            ["0", "1", "1000"].map { quarantine.holds($0, now: 1_000) } == [false, true, true])
    }

    /// At once after one failed start, then after 0.1 s, and twice as long each time up to 5 s.
    @Test func processesThatFailToStartAreReplacedMoreAndMoreSlowly() {
        let delays = [0, 1, 2, 3, 4, 7, 8, 9, 1_000].map(ProcessPool.delay)
        #expect(delays == [0, 0, 0.1, 0.2, 0.4, 3.2, 5, 5, 5])
    }
}

@Suite struct RequestOwnershipTests {
    private final class Client: PoolClient {
        let frames = Mutex<[Frame.Kind]>([])
        let came = DispatchSemaphore(value: 0)

        func began() {}
        func take(_ frame: Frame) -> Bool {
            frames.withLock { $0.append(frame.kind) }
            came.signal()
            return true
        }
        func end(_ failure: PoolFailure) {}
    }

    /// Starts processes that run shell commands, and sends a request for each of two clients.
    private func pool(
        processes: Int, isSmall: Bool, _ words: @escaping @Sendable (_ slot: Int) -> String
    ) throws -> (ProcessPool, first: Client, second: Client) {
        var settings = ProcessPool.Settings()
        settings.processes = processes
        let pool = ProcessPool(
            settings: settings, memoryUse: try SharedMemoryUse(processes: processes),
            launch: { (slot, socket, packets) throws(SystemError) in
                try ChildProcess(
                    "/bin/sh", ["sh", "-c", words(slot)], environment: ["PATH": "/usr/bin:/bin"],
                    files: [socket.number, packets.number])
            }, onExit: { _ in })
        _ = try pool.start()
        let (first, second) = (Client(), Client())
        for client in [first, second] {
            _ = pool.submit(
                PendingRequest(
                    requestID: "id", head: [], body: [1], isSmall: isSmall,
                    queued: DispatchTime.now().uptimeNanoseconds, client: client))
        }
        return (pool, first, second)
    }

    /// The second process answers the request of the first one, then its own.
    @Test(arguments: [Frame.Kind.response, .head, .piece, .progress, .end, .broken])
    func answersToRequestsOfOtherProcessesAreIgnored(kind: Frame.Kind) throws {
        let ready = ShellFrame.text(.ready, 0)
        let (forged, own) = (ShellFrame.text(kind, 1), ShellFrame.text(.response, 2))
        let (pool, first, second) = try pool(processes: 2, isSmall: true) { slot in
            slot == 0
                ? "printf '\(ready)' >&3; read -r end <&3"
                : "printf '\(ready)' >&3; head -c 1 <&4 >/dev/null; "
                    + "printf '\(forged)\(own)' >&3; read -r end <&3"
        }
        second.came.wait()
        #expect(second.frames.withLock { $0 } == [.response])
        #expect(first.frames.withLock { $0 }.isEmpty)
        #expect(pool.counts.busy == 1)
        pool.close()
    }

    /// A process that reports that a large request is small gets the next large one beside it.
    @Test func correctedRequestsMakeRoomForOthers() throws {
        let frames = (
            ready: ShellFrame.text(.ready, 0), small: ShellFrame.text(.small, 1),
            answers: ShellFrame.text(.response, 1) + ShellFrame.text(.response, 2)
        )
        let words =
            "printf '\(frames.ready)' >&3; head -c 1 <&4 >/dev/null; "
            + "printf '\(frames.small)' >&3; head -c 1 <&4 >/dev/null; "
            + "printf '\(frames.answers)' >&3; read -r end <&3"
        let (pool, _, second) = try pool(processes: 1, isSmall: false) { _ in words }
        second.came.wait()
        #expect(second.frames.withLock { $0 } == [.response])
        pool.close()
    }
}
