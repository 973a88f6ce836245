import Glibc

/// Two ends, of which no program has any that it was not given.
struct Pipe: ~Copyable {
    let readingEnd: Descriptor
    let writingEnd: Descriptor

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemError("pipe") }
        // Both are open: neither can fail.
        let reading = try Descriptor(ends[0], from: "pipe")
        let writing = try Descriptor(ends[1], from: "pipe")
        for end in ends {
            guard fcntl(end, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError("fcntl") }
        }
        readingEnd = reading
        writingEnd = writing
    }

    /// Closes the other end, so that what is read comes to an end with whoever writes.
    consuming func forReading() -> Descriptor { readingEnd }
}
