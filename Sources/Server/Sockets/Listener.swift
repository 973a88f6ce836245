import CSockets
import Glibc
import HTTP
import System

final class Listener: Sendable {
    private let descriptor: Descriptor
    /// The path to remove when the listener closes.
    private let path: String?
    let isLocal: Bool

    var number: Int32 { descriptor.number }

    init(_ descriptor: consuming Descriptor, path: String? = nil, isLocal: Bool) {
        self.descriptor = descriptor
        self.path = path
        self.isLocal = isLocal
    }

    deinit {
        if let path { _ = unsafe unlink(path) }
    }

    /// Opens all sockets of an address: `localhost` has two.
    static func open(_ address: ListenAddress, backlog: Int) throws(ListenFault) -> [Listener] {
        if case .inherited(let number) = address, !isListening(number) {
            throw .notListening(number)
        }
        do throws(SystemError) {
            switch address {
            case .tcp(let host, let port):
                return try openTCP(host: host, port: port, backlog: backlog)
            case .unix(let path):
                return [try openUnix(path: path, backlog: backlog)]
            case .inherited(let number):
                let descriptor = try Descriptor(number, from: "inherited socket")
                guard fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0,
                    fcntl(number, F_SETFD, FD_CLOEXEC) == 0
                else { throw SystemError("fcntl") }
                return [Listener(descriptor, isLocal: false)]
            }
        } catch {
            switch address {
            case .tcp(let host, _) where error.code == ENOENT: throw .unknownHost(host)
            case .unix(let path) where error.code == EADDRINUSE && !isSocket(path):
                throw .notSocket(path: path)
            case .tcp, .unix, .inherited: throw ListenFault(error, at: address)
            }
        }
    }

    /// Accepts a connection without blocking. Throws EAGAIN if none waits.
    func accept(isExcess: Bool = false) throws(SystemError) -> Accepted {
        var address = sockaddr_storage()
        let number = unsafe socket_accept(self.number, &address)
        let descriptor = try Descriptor(number, from: "accept")
        return Accepted(
            stream: Stream(descriptor, isLocal: isLocal), peer: Peer(address), isExcess: isExcess)
    }

    /// A new connection.
    struct Accepted: ~Copyable {
        let stream: Stream
        let peer: Peer
        /// Whether the connection was accepted only to be rejected.
        let isExcess: Bool
    }

    /// The bound address.
    var address: ListenAddress {
        var address = sockaddr_storage()
        var size = socklen_t()
        guard unsafe socket_name(number, &address, &size) == 0 else { return .inherited(number) }
        guard Int32(address.ss_family) != AF_UNIX else {
            // The family precedes the path, which an abstract address begins with a zero.
            let path = unsafe withUnsafeBytes(of: &address) { unsafe Array($0[2..<Int(size)]) }
            let name = path.first == 0 ? [UInt8(ascii: "@")] + path.dropFirst() : path
            return .unix(path: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self))
        }
        let peer = Peer(address)
        return .tcp(host: peer.description, port: peer.port)
    }
}
