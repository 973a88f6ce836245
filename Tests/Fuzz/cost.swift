// Used by every target that reads text: the cost of an input is bounded by its size.

import Foundation

/// Ends the run if the work takes more than a tenth of a second plus two milliseconds per byte of
/// this thread's CPU time. With the sanitizer everything takes about ten times as long as without.
func bounded(_ count: Int, _ work: () -> Void) {
    let before = nanoseconds()
    work()
    let spent = nanoseconds() - before
    let most = 100_000_000 + 2_000_000 * UInt64(count)
    precondition(spent <= most, "\(count) bytes cost \(spent / 1_000_000) ms")
}

/// Of this thread only, so that other programs do not count.
private func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
