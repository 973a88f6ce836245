import CSockets
import Glibc

package struct UnixSocketAddress {
    private var storage = sockaddr_storage()
    /// The number of significant bytes.
    private let size: socklen_t

    package init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        // 108 bytes on Linux, including the terminating zero.
        guard (1..<108).contains(bytes.count) else {
            throw SystemError("unix socket \(path)", code: ENAMETOOLONG)
        }
        size = socklen_t(2 + bytes.count + 1)
        storage.ss_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage) { storage in
            for (index, byte) in bytes.enumerated() { unsafe storage[2 + index] = byte }
        }
    }

    /// Returns false and sets `errno` on failure.
    package func connect(_ socket: Int32) -> Bool {
        var storage = storage
        return unsafe socket_connect(socket, &storage, size) == 0
    }

    /// Returns false and sets `errno` on failure.
    package func bind(_ socket: Int32) -> Bool {
        var storage = storage
        return unsafe socket_bind(socket, &storage, size) == 0
    }
}
