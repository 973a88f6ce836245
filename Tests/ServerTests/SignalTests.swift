import Dispatch
import Glibc
import Server
import Synchronization
import Testing

@Suite struct SignalTests {
    @Test func hearsEverySignalWhicheverThreadGetsIt() throws {
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
