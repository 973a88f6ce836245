// What every target that reads texts holds to: an input costs no more than its size.

import Foundation

/// Ends the run where the work takes more than a tenth of a second and two milliseconds for every
/// byte, of this thread's own time: under the sanitizer all takes about ten times as long as it
/// does without.
func bounded(_ count: Int, _ work: () -> Void) {
    let before = nanoseconds()
    work()
    let spent = nanoseconds() - before
    let most = 100_000_000 + 2_000_000 * UInt64(count)
    precondition(spent <= most, "\(count) bytes cost \(spent / 1_000_000) ms")
}

/// Of this thread alone: other programs' work does not count.
private func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
