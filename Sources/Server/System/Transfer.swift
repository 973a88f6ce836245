import Glibc

/// What came of a call that moves bytes.
enum Transfer {
    case moved(Int)
    case wouldBlock
    case failed(SystemError)

    /// Makes the call until no signal interrupts it. EINTR and EAGAIN are dealt with here and
    /// nowhere else.
    init(_ name: String, _ call: () -> Int) {
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
}
