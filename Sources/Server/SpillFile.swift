import CSockets
import Dispatch
import Glibc
import Synchronization
package import System

/// A file of blocks for all responses to slow readers.
///
/// The file has no name, so it disappears with the process. It is truncated when no block is in
/// use.
package final class SpillFile: Sendable {
    static let blockSize = 64 << 10

    /// A block, freed by its deinitializer.
    final class Block: Sendable {
        fileprivate let number: Int
        private let file: SpillFile

        fileprivate init(_ number: Int, of file: SpillFile) {
            self.number = number
            self.file = file
        }

        deinit { file.free(number) }

        /// Reads the block on the file's queue, so that a slow disk delays only its readers.
        func read(_ done: @escaping @Sendable (Result<[UInt8], SystemError>) -> Void) {
            file.reading.async { [self] in
                done(Result { () throws(SystemError) in try file.read(number) })
            }
        }
    }

    private struct Blocks {
        var free: [Int] = []
        var inUse = 0
        /// The file's length in blocks.
        var all = 0
    }

    private let file: Descriptor
    private let maxBlocks: Int
    private let isInMemory: Bool
    private let blocks = Mutex(Blocks())
    private let reading = DispatchQueue(label: "spill")
    private let written = Counter()

    /// - Parameters:
    ///   - limit: the maximum size in bytes.
    ///   - limitInMemory: the maximum size if the folder is in memory (tmpfs).
    package init(
        folder: String, limit: Int, limitInMemory: Int = .max
    ) throws(SystemError) {
        file = try Descriptor(unsafe open_spill_file(folder), from: "open")
        isInMemory = is_in_memory(file.number) == 1
        maxBlocks = (isInMemory ? min(limit, limitInMemory) : limit) / Self.blockSize
    }

    /// The maximum size in bytes.
    var limit: Int { maxBlocks * Self.blockSize }

    /// The machine's memory used by a file in memory, which the process's own figures do not
    /// include.
    package var memory: Int { isInMemory ? size : 0 }

    var size: Int { blocks.withLock { $0.all } * Self.blockSize }

    var bytesWritten: Int { written.value }

    /// Writes a block. Returns nil if the file or the disk is full.
    func write(_ bytes: [UInt8]) -> Block? {
        let number: Int? = blocks.withLock { blocks in
            if let free = blocks.free.popLast() {
                blocks.inUse += 1
                return free
            }
            guard blocks.all < maxBlocks else { return nil }
            blocks.inUse += 1
            blocks.all += 1
            return blocks.all - 1
        }
        guard let number else { return nil }
        let block = Block(number, of: self)
        var done = 0
        while done < bytes.count {
            let rest = bytes[done...]
            let offset = number * Self.blockSize + done
            let transfer = unsafe rest.withUnsafeBytes { room in
                Transfer("pwrite") {
                    unsafe pwrite(file.number, room.baseAddress, room.count, offset)
                }
            }
            guard case .moved(let count) = transfer else { return nil }
            done += count
        }
        written.add(done)
        return block
    }

    private func read(_ number: Int) throws(SystemError) -> [UInt8] {
        let bytes = try? file.read(Self.blockSize, at: number * Self.blockSize)
        guard let bytes, bytes.count == Self.blockSize else {
            throw SystemError("pread", code: EIO)
        }
        return bytes
    }

    /// Frees a block on the file's queue, because a thread that releases a block must not wait for
    /// the disk.
    private func free(_ number: Int) {
        reading.async { [self] in
            blocks.withLock { blocks in
                blocks.inUse -= 1
                blocks.free.append(number)
                guard blocks.inUse == 0 else { return }
                blocks = Blocks()
                _ = ftruncate(file.number, 0)
            }
        }
    }
}

/// A queue of bytes from a fast writer to a slow reader: first in memory, then in blocks of the
/// spill file.
///
/// The buffer does not access the file, so that no lock is held during disk access. The caller
/// writes the blocks returned by `append` and passes them to `keep`; it reads the blocks returned
/// by `next` and passes them to `replaceFirst`.
struct SpillBuffer: Sendable {
    enum Next {
        case bytes(ArraySlice<UInt8>)
        /// A block that must be read from the file first.
        case block(SpillFile.Block)
        case nothing
    }

    private enum Part {
        case memory(ArraySlice<UInt8>)
        case file(SpillFile.Block)
    }

    private let memoryLimit: Int
    private var parts: [Part] = []
    private var firstPart = 0
    private var inMemory = 0
    /// The bytes after all parts, until they fill a block.
    private var tail: [UInt8] = []
    /// Whether a block is being written. Bytes after the block cannot be taken yet.
    private var isWriting = false

    init(memoryLimit: Int) {
        self.memoryLimit = memoryLimit
    }

    /// Creates a buffer with a complete body, which is shared with other readers.
    init(lent bytes: [UInt8]) {
        self.init(memoryLimit: 0)
        parts = [.memory(bytes[...])]
        inMemory = bytes.count
    }

    /// Appends a piece that is no longer than a block. Returns a full block to write, if there is
    /// one.
    mutating func append(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        if tail.isEmpty, inMemory == 0 || inMemory + bytes.count <= memoryLimit {
            parts.append(.memory(bytes))
            inMemory += bytes.count
            return nil
        }
        let room = SpillFile.blockSize - tail.count
        tail += bytes.prefix(room)
        guard tail.count == SpillFile.blockSize else { return nil }
        defer { tail = Array(bytes.dropFirst(room)) }
        isWriting = true
        return tail
    }

    /// Appends a block that was written to the file.
    mutating func keep(_ block: SpillFile.Block) {
        isWriting = false
        parts.append(.file(block))
    }

    /// Returns the oldest bytes, up to `most`.
    mutating func next(_ maxBytes: Int) -> Next {
        guard firstPart < parts.count else {
            guard !isWriting, !tail.isEmpty else { return .nothing }
            defer { tail = [] }
            return .bytes(tail[...])
        }
        switch parts[firstPart] {
        case .file(let block): return .block(block)
        case .memory(let bytes):
            let taken = bytes.prefix(maxBytes)
            inMemory -= taken.count
            parts[firstPart] = .memory(bytes.dropFirst(taken.count))
            if taken.count == bytes.count { removeFirst() }
            return .bytes(taken)
        }
    }

    /// Replaces the first part by the contents of its block.
    mutating func replaceFirst(by bytes: [UInt8]) {
        guard firstPart < parts.count else { return }
        parts[firstPart] = .memory(bytes[...])
        inMemory += bytes.count
    }

    private mutating func removeFirst() {
        parts[firstPart] = .memory([])
        firstPart += 1
        guard firstPart == parts.count else { return }
        parts = []
        firstPart = 0
    }
}
