// The module that defines `timespec` depends on the order in which headers are loaded.
import CSockets
import Glibc
package import HTTP

/// The two clocks of the server.
package enum SystemClock {
    /// The monotonic clock, for deadlines.
    package static var now: Instant {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(milliseconds: time.tv_sec * 1000 + time.tv_nsec / 1_000_000)
    }

    /// Seconds since 1970, only for `Date`.
    static var wallSeconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec)
    }
}
