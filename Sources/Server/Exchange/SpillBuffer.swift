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
