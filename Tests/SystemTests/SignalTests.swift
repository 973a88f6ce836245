import Dispatch
import Glibc
import Synchronization
import System
import Testing

@Suite(.serialized) struct SignalTests {
    @Test(arguments: [false, true])
    func hearsEverySignalWhicheverThreadGetsIt(isBlockedHere: Bool) throws {
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
}
