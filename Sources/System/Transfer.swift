import Glibc

/// The result of a call that moves bytes.
package enum Transfer {
    case moved(Int)
    case wouldBlock
    case failed(SystemError)

    /// Makes the call until no signal interrupts it. EINTR and EAGAIN are dealt with here and
    /// nowhere else.
    package init(_ name: String, _ call: () -> Int) {
        while true {
            let count = call()
            if count >= 0 {
                self = .moved(count)
                return
            }
            let code = errno
            if code == EINTR { continue }
            self =
                code == EAGAIN || code == EWOULDBLOCK
                ? .wouldBlock : .failed(SystemError(name, code: code))
            return
        }
    }

    /// Writes all of it, waiting where there is no room.
    static func write(_ bytes: [UInt8], to number: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let transfer = unsafe rest.withUnsafeBytes { room in
                Transfer("write") { unsafe Glibc.write(number, room.baseAddress, room.count) }
            }
            switch transfer {
            case .moved(let count): rest = rest.dropFirst(count)
            case .failed(let error): throw error
            case .wouldBlock:
                // Whoever started us made it so, perhaps for another process that shares it.
                var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            }
        }
    }
}
