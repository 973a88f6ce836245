import CSockets
import Glibc

/// The limit of open descriptors (RLIMIT_NOFILE).
package struct DescriptorLimit: Sendable, Equatable {
    package let soft: Int
    package let hard: Int

    package static var present: DescriptorLimit {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0 else {
            return DescriptorLimit(soft: 1024, hard: 1024)
        }
        return DescriptorLimit(
            soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
    }

    /// Raises the soft limit to the hard one. The usual 1,024 exists for programs that use
    /// `select`.
    package static func raise() {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe set_descriptor_limit(&limit)
    }

    /// The number of open descriptors, including inherited ones.
    package static var inUse: Int {
        // New descriptors get the lowest free number, and few are inherited.
        (0..<Int32(min(present.soft, 4096))).count { fcntl($0, F_GETFD) >= 0 }
    }
}
