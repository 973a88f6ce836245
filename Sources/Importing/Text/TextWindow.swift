import Resources

/// A text of any length, of which the lines that are being looked at stand in memory, in UTF-8.
///
/// A place in `bytes` plus `start` is a place in the text. What was passed can be shown again: the
/// text is then read anew from its beginning.
struct TextWindow {
    private(set) var bytes: [UInt8] = []
    /// Bytes of the text that stand before those in memory.
    private(set) var start = 0
    /// Whether something so far had to be replaced by U+FFFD.
    private(set) var wasRepaired = false
    private let pieces: Pieces
    let file: String
    private let encoding: TextFile.Encoding
    private let repairs: Bool
    /// Bytes of the file that were read, and those of them that may go on in the next piece.
    private var taken = 0
    private var rest: [UInt8] = []
    /// The start of the next line in `bytes`.
    private var position = 0

    /// - Parameter repairs: whether bytes that are no UTF-8 become U+FFFD; else they stay for who
    ///   reads them.
    init(_ pieces: Pieces, file: String, repairs: Bool = true) throws(ImportError) {
        self.pieces = pieces
        self.file = file
        self.repairs = repairs
        var head: [UInt8] = []
        while head.count < 3, head.count < pieces.count {
            guard let piece = pieces.piece(from: head.count) else {
                throw .unreadable(file: file, offset: head.count)
            }
            head += piece
        }
        encoding = TextFile.Encoding(head)
        try rewind(to: head)
    }

    /// Bytes of the file that were read, of how many: what a reader tells of its progress.
    var progress: (done: Int, all: Int) { (taken, pieces.count) }

    /// The next line, as a stretch of `bytes`; LF and CRLF end lines, and so does the end.
    mutating func nextLine() throws(ImportError) -> Range<Int>? {
        if position == bytes.count {
            letGo(of: position)
            guard try grow() else { return nil }
        }
        let line = position
        let found = bytes.span.offset(of: 0x0A, from: line, before: bytes.count)
        let end = found ?? bytes.count
        position = found.map { $0 + 1 } ?? end
        let isCRLF = found != nil && end > line && bytes[end - 1] == 0x0D
        return line..<(isCRLF ? end - 1 : end)
    }

    /// Brings a stretch of the text into memory; its place in `bytes`.
    mutating func show(_ range: Range<Int>) throws(ImportError) -> Range<Int> {
        if range.lowerBound < start {
            taken = 0
            try rewind(to: [])
        }
        while range.upperBound > start + bytes.count {
            letGo(of: min(range.lowerBound - start, bytes.count))
            guard try grow() else { throw .unreadable(file: file, offset: taken) }
        }
        return range.lowerBound - start..<range.upperBound - start
    }

    /// Begins at the beginning, of which some may be read already.
    private mutating func rewind(to head: [UInt8]) throws(ImportError) {
        taken = head.count
        rest = head
        bytes = []
        start = 0
        position = 0
        _ = try grow()
        // The mark stays, as it does in a text that is read whole, and belongs to no line.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    private mutating func letGo(of count: Int) {
        guard count > 0 else { return }
        bytes.removeFirst(count)
        start += count
        position = max(0, position - count)
    }

    /// Takes in what follows, up to the end of a line: no character is ever cut. False at the end.
    private mutating func grow() throws(ImportError) -> Bool {
        var raw = rest
        rest = []
        var searched = 0
        while taken < pieces.count {
            if let end = encoding.lastLineEnd(in: raw, from: searched) {
                rest = Array(raw[end...])
                raw.removeSubrange(end...)
                break
            }
            searched = raw.count
            guard let piece = pieces.piece(from: taken) else {
                throw .unreadable(file: file, offset: taken)
            }
            taken += piece.count
            raw += piece
        }
        if repairs || encoding != .utf8 {
            let text = encoding.decode(raw, isFirst: start == 0 && bytes.isEmpty)
            if text.wasRepaired { wasRepaired = true }
            raw = text.bytes
        }
        guard !raw.isEmpty else { return false }
        if bytes.isEmpty { bytes = raw } else { bytes += raw }
        return true
    }
}
