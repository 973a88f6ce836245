import CSockets
import Glibc
import HTTP
package import System

final class Listener: Sendable {
    private let descriptor: Descriptor
    /// The path to remove when the listener closes.
    private let path: String?
    private let isLocal: Bool

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

    /// Opens one socket for each address of the host. With port 0, all use the port chosen for the
    /// first.
    private static func openTCP(
        host: String, port: UInt16, backlog: Int
    ) throws(SystemError) -> [Listener] {
        var chosen = port
        var listeners: [Listener] = []
        for (address, size) in try addresses(of: host) {
            let listener = try openTCP(address, size, port: chosen, backlog: backlog)
            if chosen == 0, case .tcp(_, let port) = listener.address { chosen = port }
            listeners.append(listener)
        }
        return listeners
    }

    private static func openTCP(
        _ address: sockaddr_storage, _ size: socklen_t, port: UInt16, backlog: Int
    ) throws(SystemError) -> Listener {
        let family = Int32(address.ss_family)
        let descriptor = try Descriptor(socket_open(family), from: "socket")
        // A restart must not wait for old connections (TIME_WAIT).
        _ = socket_set(descriptor.number, SOL_SOCKET, SO_REUSEADDR, 1)
        var address = address.at(port: port)
        if family == AF_INET6 {
            // `::` accepts both versions. A host with addresses of both versions gets a socket for
            // each.
            let isAny = Peer(address).description == "::"
            _ = socket_set(
                descriptor.number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isAny ? 0 : 1)
        }
        guard unsafe socket_bind(descriptor.number, &address, size) == 0 else {
            throw SystemError("bind")
        }
        guard listen(descriptor.number, Int32(clamping: backlog)) == 0 else {
            throw SystemError("listen")
        }
        return Listener(descriptor, isLocal: false)
    }

    /// Returns the addresses of a host, without a port.
    static func addresses(
        of host: String
    ) throws(SystemError) -> [(sockaddr_storage, socklen_t)] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE
        var list: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(host, nil, &hints, &list)
        guard code == 0, let first = unsafe list else {
            throw SystemError("getaddrinfo", code: code == EAI_SYSTEM ? errno : ENOENT)
        }
        defer { unsafe freeaddrinfo(first) }
        var found: [(sockaddr_storage, socklen_t)] = []
        var next: UnsafeMutablePointer<addrinfo>? = unsafe first
        while let entry = unsafe next?.pointee {
            var storage = sockaddr_storage()
            let size = unsafe Int(entry.ai_addrlen)
            unsafe withUnsafeMutableBytes(of: &storage) { bytes in
                unsafe bytes.copyMemory(
                    from: UnsafeRawBufferPointer(start: entry.ai_addr, count: size))
            }
            found.append((storage, socklen_t(size)))
            unsafe next = entry.ai_next
        }
        return found
    }

    /// Opens a Unix socket. Removes the file of a dead server, but not that of a running one.
    private static func openUnix(path: String, backlog: Int) throws(SystemError) -> Listener {
        let address = try UnixSocketAddress(path)
        let descriptor = try Descriptor(socket_open(AF_UNIX), from: "socket")
        if !address.bind(descriptor.number) {
            let error = SystemError("bind")
            // A regular file refuses connections as a dead server's socket does.
            guard error.code == EADDRINUSE, isSocket(path), isAbandoned(address) else {
                throw error
            }
            _ = unsafe unlink(path)
            guard address.bind(descriptor.number) else {
                throw SystemError("bind")
            }
        }
        guard listen(descriptor.number, Int32(clamping: backlog)) == 0 else {
            throw SystemError("listen")
        }
        return Listener(descriptor, path: path, isLocal: true)
    }

    private static func isListening(_ number: Int32) -> Bool {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0
            && value != 0
    }

    private static func isSocket(_ path: String) -> Bool {
        var facts = stat()
        return unsafe lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFSOCK
    }

    private static func isAbandoned(_ address: UnixSocketAddress) -> Bool {
        guard let probe = try? Descriptor(socket_open(AF_UNIX), from: "socket") else {
            return false
        }
        return !address.connect(probe.number) && errno == ECONNREFUSED
    }
}

extension sockaddr_storage {
    func at(port: UInt16) -> sockaddr_storage {
        var address = self
        // The port has the same offset in the addresses of both families.
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
        }
        return address
    }
}

extension Peer {
    init(_ storage: sockaddr_storage) {
        var storage = storage
        switch Int32(storage.ss_family) {
        case AF_INET:
            let found = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in.self)
            }
            self.init(
                .version4(UInt32(bigEndian: found.sin_addr.s_addr)),
                port: UInt16(bigEndian: found.sin_port))
        case AF_INET6:
            let found = unsafe withUnsafeBytes(of: &storage) {
                unsafe $0.load(as: sockaddr_in6.self)
            }
            let (high, low) = unsafe withUnsafeBytes(of: found.sin6_addr) { bytes in
                unsafe (
                    UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            // An IPv4 client on a dual-stack socket (RFC 4291 §2.5.5.2).
            let isVersion4 = high == 0 && low >> 32 == 0xFFFF
            self.init(
                isVersion4 ? .version4(UInt32(truncatingIfNeeded: low)) : .version6(high, low),
                port: UInt16(bigEndian: found.sin6_port))
        default:
            self.init(.local)
        }
    }
}

/// A connected, non-blocking socket.
struct Stream: ~Copyable {
    private let descriptor: Descriptor

    var number: Int32 { descriptor.number }

    init(_ descriptor: consuming Descriptor, isLocal: Bool) {
        self.descriptor = descriptor
        if !isLocal {
            // Without TCP_NODELAY, a response written in two pieces waits 40 ms for an
            // acknowledgment.
            _ = socket_set(number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            // Without a limit, the kernel would buffer megabytes for a peer that does not read. The
            // rest of a response is kept in our own buffer, which is limited and can spill to a
            // file.
            _ = socket_set(number, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 256 << 10)
        }
    }

    borrowing func receive(into buffer: inout [UInt8], atMost most: Int) -> Transfer {
        descriptor.read(into: &buffer, atMost: most)
    }

    borrowing func send(_ bytes: ArraySlice<UInt8>) -> Transfer {
        unsafe bytes.withUnsafeBytes { bytes in
            Transfer("send") { unsafe socket_send(number, bytes.baseAddress, bytes.count) }
        }
    }

    var isBroken: Bool { socket_is_broken(number) == 1 }

    borrowing func finishWriting() {
        _ = shutdown(number, Int32(SHUT_WR))
    }

    /// Makes the next close a reset.
    borrowing func resetOnClose() {
        _ = socket_reset_on_close(number)
    }
}

package enum ListenFault: Error, Sendable, Equatable {
    /// The limit of open files leaves none for connections.
    case noDescriptors(limit: Int)
    case unknownHost(String)
    /// The path of a Unix socket belongs to a file of another kind.
    case notSocket(path: String)
    /// The inherited descriptor is not a listening socket.
    case notListening(Int32)
    case system(SystemError, ListenAddress)

    init(_ error: SystemError, at address: ListenAddress) {
        self =
            error.isDescriptorLimit
            ? .noDescriptors(limit: DescriptorLimit.present.soft) : .system(error, address)
    }

    package var sentence: String {
        switch self {
        case .noDescriptors(let limit):
            "the limit of \(limit) open files leaves none for connections; raise RLIMIT_NOFILE"
        case .unknownHost(let host): "the host name \(host) cannot be resolved"
        case .notSocket(let path): "\(path) exists and is not a socket"
        case .notListening(let number):
            "the inherited descriptor \(number) (LISTEN_FDS) is not a listening socket"
        case .system(let error, .tcp(let host, let port)):
            "cannot listen on \(host):\(port): \(error)"
        case .system(let error, .unix(let path)): "cannot listen on \(path): \(error)"
        case .system(let error, .inherited(let number)):
            "cannot listen on the inherited descriptor \(number): \(error)"
        }
    }
}
