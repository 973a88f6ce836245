import Glibc

/// The result of a read or write.
package enum Transfer {
    case moved(Int)
    case wouldBlock
    case failed(SystemError)

    /// Repeats the call after EINTR. EINTR and EAGAIN are handled only here.
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

    /// Writes all bytes, waiting for room.
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
                // The parent process made the descriptor non-blocking, perhaps for another process
                // that shares it.
                var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            }
        }
    }
}
