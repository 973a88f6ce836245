package import Resources

/// JSON that is read piece by piece from where it lies, so that text of any length takes little memory.
package struct JSONPieces: Sendable {
    package let count: Int
    let read: @Sendable (Range<Int>) -> [UInt8]?

    /// How many bytes are read at a time, and how many that were read are kept at most between two values.
    static let length = 1 << 20

    /// - Parameter read: some of the bytes of a range, from its beginning on; nil where they cannot be read.
    package init(count: Int, read: @escaping @Sendable (Range<Int>) -> [UInt8]?) {
        self.count = count
        self.read = read
    }
}

extension JSONReader {
    /// Reads from the beginning of what comes in pieces.
    package init(
        _ pieces: JSONPieces, maxDepth: Int = 64, knowsByteEscapes: Bool = false,
        allowance: Allowance = .unlimited
    ) throws(JSONError) {
        var head = try Self.piece(of: pieces, from: 0)
        // Its first four bytes tell the encoding.
        while head.count < 4, head.count < pieces.count {
            head += try Self.piece(of: pieces, from: head.count)
        }
        try self.init(
            head, maxDepth: maxDepth, knowsByteEscapes: knowsByteEscapes, allowance: allowance)
        self.pieces = pieces
    }

    private static func piece(of pieces: JSONPieces, from start: Int) throws(JSONError) -> [UInt8] {
        let end = min(pieces.count, start + JSONPieces.length)
        guard start < end else { return [] }
        guard let piece = pieces.read(start..<end), !piece.isEmpty else {
            throw .unreadable(offset: start)
        }
        return piece
    }

    /// Whether there is a byte at a place of the window, which grows where its end was reached.
    @inline(__always)
    mutating func has(_ index: Int) throws(JSONError) -> Bool {
        index < bytes.count ? true : try grow()
    }

    @inline(never)
    mutating func grow() throws(JSONError) -> Bool {
        guard let pieces, passed + bytes.count < pieces.count else { return false }
        bytes += try Self.piece(of: pieces, from: passed + bytes.count)
        return true
    }

    /// Lets go of what was read, but for the names of members that are still open.
    mutating func slide() {
        begin = place(at: position)
        var window: [UInt8] = []
        window.reserveCapacity(bytes.count - position + 4_096)
        func keep(_ range: Range<Int>) -> Range<Int> {
            let start = window.count
            window += bytes[range]
            return start..<window.count
        }
        for index in frames.indices { frames[index].key = keep(frames[index].key) }
        for index in keys.indices { keys[index].range = keep(keys[index].range) }
        let kept = window.count
        window += bytes[position...]
        passed += position - kept
        asked += kept - position
        position = kept
        beginIndex = kept
        bytes = window
    }
}
