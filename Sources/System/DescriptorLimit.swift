import CSockets
import Glibc

/// The number of files that the process may open.
package struct DescriptorLimit: Sendable, Equatable {
    /// The limit in force.
    package let soft: Int
    /// The limit up to which the process may raise it.
    package let hard: Int

    package static var present: DescriptorLimit {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0 else {
            return DescriptorLimit(soft: 1024, hard: 1024)
        }
        return DescriptorLimit(
            soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
    }

    /// Raises the soft limit to the hard one: the usual 1,024 is for programs that use `select`.
    package static func raise() {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe set_descriptor_limit(&limit)
    }

    /// The number of open descriptors: the process's own, and inherited ones.
    package static var inUse: Int {
        // New ones get the lowest free number, and nobody leaves a child thousands.
        (0..<Int32(min(present.soft, 4096))).count { fcntl($0, F_GETFD) >= 0 }
    }
}
