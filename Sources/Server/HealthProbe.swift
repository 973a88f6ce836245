import CSockets
import Glibc

/// Asks a service on this machine whether it lives, for containers that hold no other client.
package enum HealthProbe {
    /// Whether `GET path` on the port is answered with 200 within three seconds.
    package static func isAlive(port: UInt16, path: String) -> Bool {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard number >= 0 else { return false }
        defer { _ = close(number) }
        var limit = timeval(tv_sec: 3, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        unsafe setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe connect(number, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { return false }
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard unsafe send(number, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
        else { return false }
        var answer = [UInt8](repeating: 0, count: 12)
        let count = unsafe recv(number, &answer, answer.count, Int32(MSG_WAITALL))
        return count == answer.count && answer.elementsEqual("HTTP/1.1 200".utf8)
    }
}
