package import Glibc

/// The address of a Unix socket, and how much of it counts.
package struct UnixSocketAddress {
    package var storage = sockaddr_storage()
    package let size: socklen_t

    package init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        // 108 in Linux, with the zero that ends it.
        guard (1..<108).contains(bytes.count) else {
            throw SystemError("unix socket \(path)", code: ENAMETOOLONG)
        }
        size = socklen_t(2 + bytes.count + 1)
        storage.ss_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage) { storage in
            for (index, byte) in bytes.enumerated() { unsafe storage[2 + index] = byte }
        }
    }
}
