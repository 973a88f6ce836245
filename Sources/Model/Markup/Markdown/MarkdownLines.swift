/// A text with marks as CommonMark, line by line.
///
/// A mark is only written where every reader recognizes it (CommonMark 0.31, 6.2): within one line,
/// without whitespace at its inner edges, and not between a letter and a punctuation character.
/// Otherwise the text is written without the mark.
struct MarkdownLines {
    /// The marks that can be written. Each kind is open at most once, because marks nest.
    enum Mark: Int, CaseIterable {
        case bold, italic, strike, code, link

        /// The delimiter. Bold and italic both use asterisks, which readers count together.
        var sign: Int { self == .italic ? Mark.bold.rawValue : rawValue }
    }

    struct Piece {
        var range: Range<Int>
        let mark: Mark
        let url: String?
    }

    let bytes: [UInt8]
    private let pieces: [Piece]
    /// Whether the text is in a table cell, where a bar always separates columns.
    let isCell: Bool

    init(_ rich: RichText, isCell: Bool = false) {
        bytes = Array(rich.text.utf8)
        self.isCell = isCell
        var ends = [Int](repeating: 0, count: Mark.allCases.count)
        var pieces: [Piece] = []
        for entity in rich.entities where !entity.range.isEmpty {
            guard let (mark, url) = Self.mark(of: entity.kind) else { continue }
            let start = entity.range.lowerBound
            let isWithin = start < ends[mark.rawValue] || start < ends[Mark.code.rawValue]
            guard !isWithin else { continue }
            ends[mark.rawValue] = entity.range.upperBound
            pieces.append(Piece(range: entity.range, mark: mark, url: url))
        }
        self.pieces = pieces
    }

    private static func mark(of kind: Entity.Kind) -> (Mark, String?)? {
        switch kind {
        case .bold: (.bold, nil)
        case .italic: (.italic, nil)
        case .strike: (.strike, nil)
        case .code: (.code, nil)
        case .link(let url): LinkTarget.stated(url).map { (.link, $0) }
        case .underline, .spoiler, .mention, .hashtag, .customEmoji: nil
        }
    }

    /// Returns the lines with hard breaks between them, and an empty line between paragraphs.
    func paragraphs() -> [String] {
        var lines: [String] = []
        for line in written() {
            let follows = !line.isEmpty && !(lines.last ?? "").isEmpty
            if follows { lines[lines.count - 1] += "\\" }
            if !line.isEmpty || !(lines.last ?? "").isEmpty { lines.append(line) }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    func line() -> String { written().filter { !$0.isEmpty }.joined(separator: " ") }

    // MARK: - Lines

    private func written() -> [String] {
        var lines: [String] = []
        var open: [Piece] = []
        var next = 0
        var start = 0
        while start <= bytes.count {
            let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            open.removeAll { $0.range.upperBound <= start }
            while next < pieces.count, pieces[next].range.lowerBound < end {
                open.append(pieces[next])
                next += 1
            }
            let range = trimmed(start..<end)
            lines.append(line(range, marked(open, in: range)))
            start = end + 1
        }
        return lines
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, Self.isBlank(bytes[start]) { start += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns the pieces that readers recognize as marks on a line, outer ones first.
    private func marked(_ open: [Piece], in line: Range<Int>) -> [Piece] {
        var ends: Set<Int> = []
        var codeEnd = -1
        var starEnd = 0
        let edges = edges(of: open, in: line)
        return open.compactMap { piece in
            var piece = piece
            piece.range = trimmed(piece.range.clamped(to: line))
            guard !piece.range.isEmpty else { return nil }
            switch piece.mark {
            case .link: return piece
            case .code:
                // The backticks of two adjacent code spans would be counted together.
                guard piece.range.lowerBound != codeEnd else { return nil }
                codeEnd = piece.range.upperBound
                return piece
            case .bold, .italic, .strike:
                // The delimiters of two adjacent marks would be counted together.
                let isWithin = piece.range.lowerBound < starEnd
                guard !ends.contains(piece.range.lowerBound),
                    flanks(piece, edges, isWithin: isWithin, in: line)
                else { return nil }
                ends.insert(piece.range.upperBound)
                if piece.mark != .strike { starEnd = max(starEnd, piece.range.upperBound) }
                return piece
            }
        }
    }

    /// Returns the edges of pieces with other delimiters, which readers treat as punctuation of the
    /// text.
    private func edges(of open: [Piece], in line: Range<Int>) -> [Int: Set<Int>] {
        guard open.count > 1 else { return [:] }
        var edges: [Int: Set<Int>] = [:]
        for piece in open {
            let range = trimmed(piece.range.clamped(to: line))
            for edge in [range.lowerBound, range.upperBound] {
                edges[edge, default: []].insert(piece.mark.sign)
            }
        }
        return edges
    }

    /// Returns whether readers recognize delimiters around a range as marks.
    ///
    /// - Parameter isWithin: whether asterisks are already open, which these could close.
    private func flanks(
        _ piece: Piece, _ edges: [Int: Set<Int>], isWithin: Bool, in line: Range<Int>
    ) -> Bool {
        let range = piece.range
        func isSign(_ edge: Int) -> Bool {
            edges[edge]?.contains { $0 != piece.mark.sign } ?? false
        }
        let text = MarkNeighbors(bytes: bytes, line: line)
        let first = text.after(range.lowerBound)
        let last = text.before(range.upperBound)
        guard let first, let last, !first.isBlank, !last.isBlank else { return false }
        let before = text.before(range.lowerBound)
        let after = text.after(range.upperBound)
        let (begins, ends) = (
            first.isSign || isSign(range.lowerBound), last.isSign || isSign(range.upperBound)
        )
        // GitHub's reader does not recognize some tildes beside punctuation.
        guard piece.mark != .strike else { return !begins && !ends }
        if isWithin {
            let leads = before.map { $0.isBlank || $0.isPunctuation && !begins } ?? true
            let trails = after.map { $0.isBlank || $0.isPunctuation && !ends } ?? true
            guard leads, trails else { return false }
        }
        let opens = !begins || (before.map { $0.isBlank || $0.isPunctuation } ?? true)
        let closes = !ends || (after.map { $0.isBlank || $0.isPunctuation } ?? true)
        return opens && closes
    }
}
