extension JSONReader {
    /// Creates a reader for a text that is loaded in pieces.
    package init(
        _ pieces: ByteSource, maxDepth: Int = 64, knowsByteEscapes: Bool = false,
        budget: WorkBudget = .unlimited
    ) throws(JSONError) {
        var head = try Self.piece(of: pieces, from: 0)
        // The first four bytes determine the encoding.
        while head.count < 4, head.count < pieces.count {
            head += try Self.piece(of: pieces, from: head.count)
        }
        try self.init(
            head, maxDepth: maxDepth, knowsByteEscapes: knowsByteEscapes, budget: budget)
        self.pieces = pieces
    }

    private static func piece(of pieces: ByteSource, from start: Int) throws(JSONError) -> [UInt8] {
        guard let piece = pieces.piece(from: start) else { throw .unreadable(offset: start) }
        return piece
    }

    /// Returns whether the text has a byte at an index of the window, loading more if necessary.
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

    /// Drops the text that was read, except for the names of open members.
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
