import CSockets
import Glibc
import System

/// Checks the health of a service on this machine, for containers without another client.
package enum HealthProbe {
    /// Returns whether `GET path` gets a 200 within three seconds.
    /// - Parameter host: the host that the service listens on. For a wildcard address, loopback is
    ///   used.
    package static func isAlive(host: String, port: UInt16, path: String) -> Bool {
        let own = ["0.0.0.0": "127.0.0.1", "::": "::1"]
        let places = (try? Listener.addresses(of: own[host] ?? host)) ?? []
        return places.contains { answers($0.0, $0.1, port: port, path: path) }
    }

    private static func answers(
        _ address: sockaddr_storage, _ size: socklen_t, port: UInt16, path: String
    ) -> Bool {
        let kind = Int32(SOCK_STREAM.rawValue)
        guard
            let socket = try? Descriptor(
                socket(Int32(address.ss_family), kind, 0), from: "socket")
        else { return false }
        var limit = timeval(tv_sec: 3, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, length)
        unsafe setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, length)
        var address = address.at(port: port)
        guard unsafe socket_connect(socket.number, &address, size) == 0 else { return false }
        let request = Array(
            "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard
            unsafe send(socket.number, request, request.count, Int32(MSG_NOSIGNAL))
                == request.count
        else { return false }
        var answer = [UInt8](repeating: 0, count: 12)
        let count = unsafe recv(socket.number, &answer, answer.count, Int32(MSG_WAITALL))
        return count == answer.count && answer.elementsEqual("HTTP/1.1 200".utf8)
    }
}
