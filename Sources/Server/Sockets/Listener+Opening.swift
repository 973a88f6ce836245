import CSockets
import Glibc
import HTTP
import System

extension Listener {
    /// Opens one socket for each address of the host. With port 0, all use the port chosen for the
    /// first.
    static func openTCP(
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
    static func openUnix(path: String, backlog: Int) throws(SystemError) -> Listener {
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

    static func isListening(_ number: Int32) -> Bool {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) == 0
            && value != 0
    }

    static func isSocket(_ path: String) -> Bool {
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
