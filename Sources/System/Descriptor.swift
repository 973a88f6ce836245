import CSockets
import Glibc

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

    /// Reads bytes at an offset: fewer than asked for only at the end of the file.
    package borrowing func read(_ count: Int, at start: Int) throws(SystemError) -> [UInt8] {
        let number = number
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, done in
            while done < count {
                let transfer = Transfer("pread") {
                    unsafe pread(
                        number, room.baseAddress.map { unsafe $0 + done }, count - done,
                        start + done)
                }
                switch transfer {
                case .moved(0): return
                case .moved(let moved): done += moved
                case .wouldBlock:
                    failure = SystemError("pread", code: EAGAIN)
                    return
                case .failed(let error):
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
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
            case .wouldBlock: wait(for: POLLOUT, on: number)
            }
        }
    }

    /// Waits after `wouldBlock`: the parent process made the descriptor non-blocking, perhaps for
    /// another process that shares it.
    static func wait(for events: Int32, on number: Int32) {
        var wait = pollfd(fd: number, events: Int16(events), revents: 0)
        _ = unsafe poll(&wait, 1, -1)
    }
}

package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    private let call: String
    package let code: Int32

    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(reason)" }

    package var reason: String { unsafe String(cString: strerror(code)) }

    package var isAccessDenied: Bool { code == EACCES || code == EPERM }

    package var isDescriptorLimit: Bool { code == EMFILE || code == ENFILE }
}

/// The limit of open descriptors (RLIMIT_NOFILE).
package struct DescriptorLimit: Sendable, Equatable {
    package let soft: Int
    package let hard: Int

    package static var present: DescriptorLimit {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0 else {
            return DescriptorLimit(soft: 1024, hard: 1024)
        }
        return DescriptorLimit(
            soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
    }

    /// The usual soft limit of 1,024 exists for programs that use `select`.
    package static func raise() {
        var limit = rlimit()
        guard unsafe descriptor_limit(&limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe set_descriptor_limit(&limit)
    }

    /// The number of open descriptors, including inherited ones.
    package static var inUse: Int {
        // New descriptors get the lowest free number, and few are inherited.
        (0..<Int32(min(present.soft, 4096))).count { fcntl($0, F_GETFD) >= 0 }
    }
}

/// A pipe whose ends are not inherited by child processes.
struct Pipe: ~Copyable {
    let readingEnd: Descriptor
    let writingEnd: Descriptor

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError("pipe") }
        // Both descriptors are open, so neither initializer throws.
        let reading = try Descriptor(ends[0], from: "pipe")
        let writing = try Descriptor(ends[1], from: "pipe")
        for end in ends {
            guard fcntl(end, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError("fcntl") }
        }
        readingEnd = reading
        writingEnd = writing
    }

    /// Closes the write end, so that reading ends when the writer exits.
    consuming func forReading() -> Descriptor { readingEnd }
}
