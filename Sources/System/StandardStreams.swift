import Glibc

package enum StandardDescriptors {
    /// Occupies the descriptors that the parent process closed. Otherwise, the next opened file
    /// would get such a number, and what is written to the standard output would go into that file.
    /// Reading and writing still fail, as if the descriptor were closed.
    package static func occupyClosed() throws(SystemError) {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where fcntl(number, F_GETFD) < 0 {
            // The lowest free number, which is this one: all below are open.
            let opened = unsafe open(
                "/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
            guard opened == number else { throw SystemError("open /dev/null") }
        }
    }
}

/// The standard input, read in pieces as soon as data is available.
package enum StandardInput {
    package static func readAll() throws(SystemError) -> [UInt8] {
        try Stream.readAll(STDIN_FILENO)
    }

    /// Returns an empty array at the end of the input.
    package static func read(atMost most: Int) throws(SystemError) -> [UInt8] {
        try Stream.read(STDIN_FILENO, atMost: most)
    }
}

/// An input whose data arrives slowly: a pipe, a terminal, a device.
package enum Stream {
    /// Opening a named pipe waits for a writer.
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

    /// Returns an empty array at the end of the input.
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
            case .wouldBlock: Transfer.wait(for: POLLIN, on: number)
            }
        }
    }
}

package enum StandardOutput {
    package static func write(_ bytes: [UInt8]) throws(SystemError) {
        try Transfer.write(bytes, to: STDOUT_FILENO)
    }
}

package enum StandardError {
    package static func write(_ bytes: [UInt8]) throws(SystemError) {
        try Transfer.write(bytes, to: STDERR_FILENO)
    }
}
