package import Resources

extension JSONReader {
    /// Reads from the beginning of what comes in pieces.
    package init(
        _ pieces: Pieces, maxDepth: Int = 64, knowsByteEscapes: Bool = false,
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

    private static func piece(of pieces: Pieces, from start: Int) throws(JSONError) -> [UInt8] {
        guard let piece = pieces.piece(from: start) else { throw .unreadable(offset: start) }
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
