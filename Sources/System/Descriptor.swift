import Glibc

/// Owns one file descriptor and closes it.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes the result of a system call. Throws the call's error if the result is negative.
    package init(_ number: Int32, from call: String) throws(SystemError) {
        guard number >= 0 else { throw SystemError(call) }
        self.number = number
    }

    deinit {
        // Not repeated after EINTR, because on Linux the number is already free and may be reused.
        _ = Glibc.close(number)
    }

    package borrowing func read(into buffer: inout [UInt8], atMost most: Int) -> Transfer {
        let room = min(most, buffer.count)
        return unsafe buffer.withUnsafeMutableBytes { bytes in
            Transfer("read") { unsafe Glibc.read(number, bytes.baseAddress, room) }
        }
    }

    borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
        try Transfer.write(bytes, to: number)
    }

    /// Throws the error of an earlier failed write. Network file systems report such errors at
    /// `close`, so a duplicate is closed; this descriptor stays open and keeps its lock.
    borrowing func flush() throws(SystemError) {
        let second = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard second >= 0 else { throw SystemError("fcntl") }
        guard Glibc.close(second) == 0 else { throw SystemError("close") }
    }

    borrowing func give(to ownership: FileOwnership) throws(SystemError) {
        let facts = try facts()
        if facts.st_uid != ownership.user || facts.st_gid != ownership.group {
            guard fchown(number, ownership.user, ownership.group) == 0 else {
                throw SystemError("fchown")
            }
        }
        guard fchmod(number, ownership.mode) == 0 else { throw SystemError("fchmod") }
    }

    borrowing func facts() throws(SystemError) -> stat {
        var facts = stat()
        guard unsafe fstat(number, &facts) == 0 else { throw SystemError("fstat") }
        return facts
    }
}
