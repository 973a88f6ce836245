import Dispatch
import Glibc
import Rendering
import Synchronization

/// Measures how long work runs without checking whether it should end: the delay for a deadline, or
/// for a client that has left. It counts processor time of each thread, which a busy machine does
/// not lengthen.
final class PauseWatch: Sendable {
    private struct State {
        var since: [UInt: UInt64] = [:]
        var longest: UInt64 = 0
    }

    private let state = Mutex(State())

    /// In nanoseconds, so far.
    var longest: UInt64 { state.withLock { $0.longest } }

    var control: RenderControl {
        RenderControl(
            verdict: { [self] _ in
                asked()
                return .proceed
            }, now: { DispatchTime.now().uptimeNanoseconds })
    }

    /// Work begins on this thread.
    func begin() { mark { _, _ in } }

    /// This thread asks, or has done its work.
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
