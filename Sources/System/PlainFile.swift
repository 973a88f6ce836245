import Glibc

/// A regular file open for reading, even if its path is replaced meanwhile.
package final class PlainFile: Sendable {
    /// The size in bytes when the file was opened.
    package let size: Int
    private let descriptor: Descriptor

    var number: Int32 { descriptor.number }

    /// Opens a file. Only regular files are allowed, because a pipe or a device may never end.
    package convenience init(_ path: String) throws(SystemError) {
        let number = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        try self.init(Descriptor(number, from: "open"))
    }

    init(_ descriptor: consuming Descriptor) throws(SystemError) {
        let facts = try descriptor.facts()
        guard facts.st_mode & S_IFMT == S_IFREG else { throw SystemError("open", code: EINVAL) }
        size = Int(facts.st_size)
        self.descriptor = descriptor
    }

    /// Reads the existing part of a range; nil if reading fails.
    package func read(_ range: Range<Int> = 0..<Int.max) -> [UInt8]? {
        // Bytes appended since opening are ignored.
        let range = range.clamped(to: 0..<max(0, size))
        var bytes = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < bytes.count {
            let transfer = unsafe bytes.withUnsafeMutableBytes { room in
                Transfer("pread") {
                    unsafe pread(
                        descriptor.number, room.baseAddress?.advanced(by: done), room.count - done,
                        range.lowerBound + done)
                }
            }
            switch transfer {
            case .moved(0): return Array(bytes[..<done])
            case .moved(let count): done += count
            case .wouldBlock, .failed: return nil
            }
        }
        return bytes
    }
}
