import Glibc

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
