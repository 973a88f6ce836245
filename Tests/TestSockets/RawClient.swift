import CSockets
import Glibc

/// Knows nothing of HTTP.
package final class RawClient {
    private let number: Int32

    /// Connects to a local port.
    package init(port: UInt16, version6: Bool = false) throws {
        number = socket(
            version6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(version6 ? AF_INET6 : AF_INET)
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            if version6 {
                unsafe bytes[23] = 1
            } else {
                unsafe bytes.copyBytes(from: [127, 0, 0, 1], at: 4)
            }
        }
        try connect(&storage, size: version6 ? 28 : 16)
    }

    package init(path: String) throws {
        number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var storage = sockaddr_storage()
        storage.ss_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyBytes(from: Array(path.utf8), at: 2)
        }
        try connect(&storage, size: socklen_t(3 + path.utf8.count))
    }

    deinit { Glibc.close(number) }

    package struct Failure: Error {
        let call: String
        let code = errno
    }

    private func connect(_ storage: inout sockaddr_storage, size: socklen_t) throws {
        // A guard against hanging tests, never a measurement.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(
            number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(
            number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        _ = socket_set(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        // If a signal interrupted the call, a retry reports an established connection as an error.
        let connected = retried { unsafe socket_connect(number, &storage, size) }
        guard connected == 0 || errno == EISCONN else { throw Failure(call: "connect") }
    }

    /// Repeats a call interrupted by a signal: a test may send signals to its whole process, and
    /// calls on a socket with a timeout then fail with EINTR, whatever flags the handler has
    /// (signal(7)).
    private func retried<Count: BinaryInteger>(_ call: () -> Count) -> Count {
        while true {
            let count = call()
            guard count < 0, errno == EINTR else { return count }
        }
    }

    /// Returns false if the peer has closed the connection.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                retried { unsafe socket_send(number, bytes.baseAddress, bytes.count) }
            }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// One piece as the network delivers it: empty at the end, nil after a reset.
    package func receive(atMost: Int = 65_536) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: atMost)
        let count = retried { unsafe recv(number, &buffer, buffer.count, 0) }
        return count < 0 ? nil : Array(buffer[..<count])
    }

    /// Everything up to the end, or nil if the connection was reset.
    package func receiveAll() -> [UInt8]? {
        var all: [UInt8] = []
        while true {
            guard let piece = receive() else { return nil }
            if piece.isEmpty { return all }
            all += piece
        }
    }

    package func receiveAllText() -> String? {
        receiveAll().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text up to and including `end`, or everything if it does not occur.
    package func receiveText(until end: String) -> String {
        var all: [UInt8] = []
        while !all.reversed().starts(with: end.utf8.reversed()), let piece = receive(),
            !piece.isEmpty
        {
            all += piece
        }
        return String(decoding: all, as: UTF8.self)
    }

    package func finishSending() { shutdown(number, Int32(SHUT_WR)) }

    package func resetOnClose() { _ = socket_reset_on_close(number) }

    /// Keeps the kernel from buffering megabytes for a client that does not read.
    package func shrinkReceiveBuffer() { _ = socket_set(number, SOL_SOCKET, SO_RCVBUF, 64 << 10) }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func copyBytes(from bytes: [UInt8], at offset: Int) {
        for (index, byte) in bytes.enumerated() { unsafe self[offset + index] = byte }
    }
}
