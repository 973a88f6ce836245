import Glibc

/// The process's standard input in pieces: as soon as there is something, and never more than asked
/// for, whether it is a pipe, a terminal or a file.
package enum StandardInput {
    /// All of it.
    package static func readAll() throws(SystemError) -> [UInt8] {
        try Stream.readAll(STDIN_FILENO)
    }

    /// Empty at the end.
    package static func read(atMost most: Int) throws(SystemError) -> [UInt8] {
        try Stream.read(STDIN_FILENO, atMost: most)
    }
}

/// A source whose bytes come at somebody else's pace: a pipe, a terminal, a device.
package enum Stream {
    /// All that comes until it ends; a pipe is waited for until somebody writes to it.
    package static func readAll(_ path: String) throws(SystemError) -> [UInt8] {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        let descriptor = try Descriptor(number, from: "open")
        return try readAll(descriptor.number)
    }

    fileprivate static func readAll(_ number: Int32) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try read(number, atMost: 1 << 16)
            guard !piece.isEmpty else { return bytes }
            bytes += piece
        }
    }

    /// Empty at the end.
    fileprivate static func read(
        _ number: Int32, atMost most: Int
    ) throws(SystemError) -> [UInt8] {
        while true {
            var transfer = Transfer.wouldBlock
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: most) { buffer, written in
                transfer = Transfer("read") {
                    unsafe Glibc.read(number, buffer.baseAddress, most)
                }
                if case .moved(let count) = transfer { written = count }
            }
            switch transfer {
            case .moved: return bytes
            case .failed(let error): throw error
            case .wouldBlock:
                // Whoever started us made it so, perhaps for another process that shares it.
                var wait = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
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
