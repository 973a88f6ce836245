import Glibc

/// The process's standard input in pieces: as soon as there is something, and never more than asked
/// for, whether it is a pipe, a terminal or a file.
package enum StandardInput {
    /// All of it.
    package static func readAll() throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try read(atMost: 1 << 16)
            guard !piece.isEmpty else { return bytes }
            bytes += piece
        }
    }

    /// Empty at the end.
    package static func read(atMost most: Int) throws(SystemError) -> [UInt8] {
        while true {
            var transfer = Transfer.wouldBlock
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, written in
                transfer = Transfer("read") {
                    unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, most)
                }
                if case .moved(let count) = transfer { written = count }
            }
            switch transfer {
            case .moved: return bytes
            case .failed(let error): throw error
            case .wouldBlock:
                // Whoever started us made it so, perhaps for another process that shares it.
                var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            }
        }
    }
}

/// The process's standard output.
package enum StandardOutput {
    package static func write(_ bytes: [UInt8]) throws(SystemError) {
        try Transfer.write(bytes, to: STDOUT_FILENO)
    }
}

/// The process's standard error.
package enum StandardError {
    package static func write(_ bytes: [UInt8]) throws(SystemError) {
        try Transfer.write(bytes, to: STDERR_FILENO)
    }
}
