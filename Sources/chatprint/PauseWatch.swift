import Dispatch
import Glibc
import Rendering
import Synchronization

/// Measures how long work runs without checking whether it should end: the delay after a deadline,
/// or after a client has disconnected. It measures CPU time per thread, which does not depend on
/// other processes.
final class PauseWatch: Sendable {
    private struct State {
        var since: [UInt: UInt64] = [:]
        var longest: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The longest pause so far, in nanoseconds.
    var longest: UInt64 { state.withLock { $0.longest } }

    var control: RenderControl {
        RenderControl(
            verdict: { [self] _ in
                asked()
                return .proceed
            }, now: { DispatchTime.now().uptimeNanoseconds })
    }

    /// Records that work begins on this thread.
    func begin() { mark { _, _ in } }

    /// Records that this thread checks for cancellation, or has finished its work.
    func asked() { mark { longest, pause in longest = max(longest, pause) } }

    private func mark(_ judge: (_ longest: inout UInt64, _ pause: UInt64) -> Void) {
        let thread = UInt(pthread_self())
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        state.withLock { state in
            if let since = state.since.updateValue(now, forKey: thread) {
                judge(&state.longest, now - since)
            }
        }
    }
}
