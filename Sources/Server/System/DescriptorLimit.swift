import CSockets
import Glibc

/// How many files the process may have open.
package enum DescriptorLimit {
    /// Raises the soft limit to the hard one: the usual 1,024 is for programs that use `select`.
    package static func raise() {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe set_descriptor_limit(&limit)
    }

    /// Connections that leave enough for listeners, fonts, pictures and spill files.
    static func connections(wanted: Int) -> Int {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0 else { return wanted }
        let files = Int(clamping: limit.rlim_cur)
        return max(1, min(wanted, files - min(256, files / 2)))
    }
}
