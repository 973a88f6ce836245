import Dispatch
import Glibc
import HTTP
import Server
import Synchronization
import System
import TestSockets
import Testing

@Suite(.serialized) struct SignalTests {
    @Test(arguments: [false, true])
    func everySignalIsDeliveredWhicheverThreadGetsIt(isBlockedHere: Bool) throws {
        var (mask, before) = (sigset_t(), sigset_t())
        if isBlockedHere {
            unsafe sigfillset(&mask)
            unsafe pthread_sigmask(SIG_BLOCK, &mask, &before)
        }
        defer { if isBlockedHere { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) } }
        let heard = DispatchSemaphore(value: 0)
        let signals = try Signals([SIGUSR1, SIGUSR2], queue: DispatchQueue(label: "signals")) { _ in
            heard.signal()
        }
        for number in 0..<500 {
            kill(getpid(), number.isMultiple(of: 2) ? SIGUSR1 : SIGUSR2)
            #expect(heard.wait(timeout: .now() + 20) == .success)
        }
        withExtendedLifetime(signals) {}
    }

    /// Signals sent by this suite do not interrupt clients of other tests.
    @Test func signalsDoNotInterruptReads() throws {
        let signals = try Signals([SIGUSR1], queue: DispatchQueue(label: "signals")) { _ in }
        let server = try RunningServer { $0.timeouts.idle = .milliseconds(300) }
        let client = try server.connect()
        let waiting = pthread_self()
        let isOver = Atomic(false)
        let sender = DispatchSemaphore(value: 0)
        DispatchQueue(label: "sender").async {
            while !isOver.load(ordering: .relaxed) {
                _ = pthread_kill(waiting, SIGUSR1)
                usleep(1_000)
            }
            sender.signal()
        }
        let received = client.receiveAll()
        isOver.store(true, ordering: .relaxed)
        sender.wait()
        #expect(received == [])
        withExtendedLifetime(signals) {}
    }
}
