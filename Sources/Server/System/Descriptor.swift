import Glibc

/// Owns one file descriptor and closes it.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    /// Takes what a call returned; negative is the call's failure.
    init(_ number: Int32, from call: String) throws(SystemError) {
        guard number >= 0 else { throw SystemError(call) }
        self.number = number
    }

    deinit {
        // Never repeated after EINTR: on Linux the number is already free and may be somebody
        // else's.
        _ = Glibc.close(number)
    }

    borrowing func read(into buffer: inout [UInt8], atMost most: Int) -> Transfer {
        let room = min(most, buffer.count)
        return unsafe buffer.withUnsafeMutableBytes { bytes in
            Transfer("read") { unsafe Glibc.read(number, bytes.baseAddress, room) }
        }
    }
}
