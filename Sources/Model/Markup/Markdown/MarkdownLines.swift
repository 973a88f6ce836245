import Basics

/// A text with marks as CommonMark, line by line.
///
/// A mark is only written where every reader recognizes it (CommonMark 0.31, 6.2): within one line,
/// without whitespace at its inner edges, and not between a letter and a punctuation character.
/// Otherwise the text is written without the mark.
struct MarkdownLines {
    /// Each kind is open at most once, because marks nest.
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

    /// Only pieces that readers recognize as marks, outer ones first.
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

    /// Readers treat the delimiters of other pieces as punctuation of the text.
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

/// Writes the text of a line with its marks, and escapes characters that would be read as marks.
extension MarkdownLines {
    func line(_ range: Range<Int>, _ pieces: [Piece]) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(range.count + 8)
        var open: [Piece] = []
        var next = 0
        var offset = range.lowerBound
        while true {
            while let last = open.last, last.range.upperBound <= offset {
                out += end(of: last).utf8
                open.removeLast()
            }
            var isWhole = false
            while next < pieces.count, pieces[next].range.lowerBound <= offset {
                let piece = pieces[next]
                next += 1
                if let whole = whole(piece) {
                    out += whole
                    offset = piece.range.upperBound
                    // Code and addresses contain no other marks.
                    while next < pieces.count, pieces[next].range.lowerBound < offset { next += 1 }
                    isWhole = true
                    break
                }
                out += begin(piece).utf8
                open.append(piece)
            }
            if isWhole { continue }
            guard offset < range.upperBound else { break }
            let leads = next < pieces.count && pieces[next].range.lowerBound == offset + 1
            if needsEscape(at: offset, in: range, leadsMark: leads) {
                out.append(UInt8(ascii: "\\"))
            }
            out.append(bytes[offset])
            offset += 1
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Returns code, or an address that is its own text; nil for marks with a beginning and an end.
    private func whole(_ piece: Piece) -> [UInt8]? {
        let text = bytes[piece.range]
        switch piece.mark {
        case .code: return code(text)
        case .link:
            guard let url = piece.url, text.elementsEqual(url.utf8),
                !text.contains(where: { $0 == 0x3C || $0 == 0x3E })
            else { return nil }
            return [UInt8(ascii: "<")] + barred(text) + [UInt8(ascii: ">")]
        case .bold, .italic, .strike: return nil
        }
    }

    /// Encloses code in more backticks than it contains (CommonMark, 6.1).
    private func code(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let fence = [UInt8](repeating: UInt8(ascii: "`"), count: text.longestBackticks + 1)
        let touches = text.first == UInt8(ascii: "`") || text.last == UInt8(ascii: "`")
        let blank: [UInt8] = touches ? [0x20] : []
        return fence + blank + barred(text) + blank + fence
    }

    private func barred(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard isCell else { return Array(text) }
        return text.flatMap { $0 == UInt8(ascii: "|") ? [UInt8(ascii: "\\"), $0] : [$0] }
    }

    private func begin(_ piece: Piece) -> String {
        switch piece.mark {
        case .bold: "**"
        case .italic: "*"
        case .strike: "~~"
        case .code: ""
        case .link: "["
        }
    }

    private func end(of piece: Piece) -> String {
        switch piece.mark {
        case .bold: "**"
        case .italic: "*"
        case .strike: "~~"
        case .code: ""
        case .link: "](<" + Self.target(piece.url ?? "") + ">)"
        }
    }

    /// For angle brackets: characters that would end it or form an escape are percent-encoded.
    private static func target(_ url: String) -> String {
        var out: [UInt8] = []
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "<"): out += "%3C".utf8
            case UInt8(ascii: ">"): out += "%3E".utf8
            case UInt8(ascii: "\\"): out += "%5C".utf8
            case UInt8(ascii: "|"): out += "%7C".utf8
            case UInt8(ascii: "&"): out += "&amp;".utf8
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Only bytes that could be read as markup, so that the source stays readable.
    private func needsEscape(at offset: Int, in line: Range<Int>, leadsMark: Bool) -> Bool {
        let byte = bytes[offset]
        let isStart = offset == line.lowerBound
        let next = offset + 1 < line.upperBound ? bytes[offset + 1] : nil
        let endsWord = next.map(Self.isBlank) ?? true
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "~"), UInt8(ascii: "|"), UInt8(ascii: "$"):
            return true
        case UInt8(ascii: "_"):
            let isWithin = !isStart && ASCII.isAlphanumeric(bytes[offset - 1])
            return !(isWithin && next.map(ASCII.isAlphanumeric) ?? false)
        case UInt8(ascii: "<"):
            // This could begin a tag, a comment or an address.
            return next.map { ASCII.isAlphanumeric($0) || [0x21, 0x2F, 0x3F].contains($0) } ?? true
        case UInt8(ascii: "&"): return next.map { ASCII.isAlphanumeric($0) || $0 == 0x23 } ?? false
        case UInt8(ascii: "#"): return isStart || Self.isBlank(bytes[offset - 1])
        case UInt8(ascii: ">"), UInt8(ascii: "="): return isStart
        case UInt8(ascii: "-"):
            // This could be a list, a rule, a heading's underline, or the rule below a table's
            // header.
            return isStart && (endsWord || [0x2D, 0x3A, 0x7C].contains(next))
        case UInt8(ascii: "+"): return isStart && endsWord
        case UInt8(ascii: ":"):
            // GitHub's readers turn addresses into links and would include the marks in them.
            return isStart && next == UInt8(ascii: "-")
                || bytes[offset..<line.upperBound].starts(with: "://".utf8)
        // Before a link, an exclamation mark would make a picture.
        case UInt8(ascii: "!"): return leadsMark
        case UInt8(ascii: "."), UInt8(ascii: ")"):
            if offset >= line.lowerBound + 3,
                bytes[offset - 3..<offset].allSatisfy({ $0 | 0x20 == UInt8(ascii: "w") })
            {
                return true
            }
            // List numbers have at most nine digits.
            return endsWord && (1...9).contains(offset - line.lowerBound)
                && bytes[line.lowerBound..<offset].allSatisfy(ASCII.isDigit)
        default: return false
        }
    }
}

extension Sequence<UInt8> {
    /// The length of the longest run of backticks.
    var longestBackticks: Int {
        var longest = 0
        var run = 0
        for byte in self {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            if run > longest { longest = run }
        }
        return longest
    }
}
