/// Bytes on their way from a fast writer to a slow reader: a little memory first, then blocks of
/// the spill file.
///
/// It touches no file itself. What is to be written goes out by `append` and comes back by `keep`,
/// what is to be read is named by `next` and comes back by `replaceFirst`, so that no lock is held
/// meanwhile.
struct SpillBuffer: Sendable {
    enum Next {
        case bytes(ArraySlice<UInt8>)
        /// Still in the file.
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
    /// A block is being written: nothing behind it may be taken.
    private var isWriting = false

    init(memoryLimit: Int) {
        self.memoryLimit = memoryLimit
    }

    /// All that there is to come, which is somebody else's memory as well.
    init(lent bytes: [UInt8]) {
        self.init(memoryLimit: 0)
        parts = [.memory(bytes[...])]
        inMemory = bytes.count
    }

    /// Takes in a piece no longer than a block, and gives out a block to be written.
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

    /// The block that was given out is in the file.
    mutating func keep(_ block: SpillFile.Block) {
        isWriting = false
        parts.append(.file(block))
    }

    /// The oldest bytes, up to that many.
    mutating func next(_ most: Int) -> Next {
        guard firstPart < parts.count else {
            guard !isWriting, !tail.isEmpty else { return .nothing }
            defer { tail = [] }
            return .bytes(tail[...])
        }
        switch parts[firstPart] {
        case .file(let block): return .block(block)
        case .memory(let bytes):
            let taken = bytes.prefix(most)
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
