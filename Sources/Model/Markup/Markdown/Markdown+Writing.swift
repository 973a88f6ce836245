package import Basics

extension Markdown {
    /// Writes blocks as Markdown that parses to the same blocks. Underlines, spoilers and mentions,
    /// for which Markdown has no marks, become plain text.
    static func text(
        of blocks: [TextBlock], _ budget: WorkBudget = .unlimited
    ) -> String {
        Writer(dialect: .own, budget: budget).text(of: blocks)
    }

    /// Writes blocks as Markdown that all readers of CommonMark with GitHub's tables and
    /// strikethrough show as intended. Line ends are preserved, and marks that a reader would not
    /// recognize are omitted.
    package static func commonText(
        of blocks: [TextBlock], _ budget: WorkBudget = .unlimited
    ) -> String {
        Writer(dialect: .common, budget: budget).text(of: blocks)
    }

    /// Escapes a text without marks for one line of CommonMark.
    package static func commonLine(_ text: String) -> String {
        Writer(dialect: .common, budget: .unlimited).oneLine(RichText(text))
    }
}

private struct Writer {
    enum Dialect {
        /// The dialect that Chatprint's own reader parses.
        case own
        case common
    }

    let dialect: Dialect
    let budget: WorkBudget

    func text(of blocks: [TextBlock]) -> String {
        budget.checked(blocks).map { lines(of: $0).joined(separator: "\n") }.joined(
            separator: "\n\n")
    }

    private func lines(of block: TextBlock) -> [String] {
        switch block {
        case .paragraph(let text):
            switch dialect {
            case .own: return OwnInline.text(text).split(separator: "\n").map(String.init)
            case .common: return MarkdownLines(text).paragraphs()
            }
        case .heading(let level, let text):
            return [String(repeating: "#", count: min(max(level, 1), 6)) + " " + oneLine(text)]
        case .code(let language, let text):
            let fence = String(repeating: "`", count: max(3, text.utf8.longestBackticks + 1))
            return [fence + name(language)]
                + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                + [fence]
        case .quote(let blocks): return nested(blocks).map { $0.isEmpty ? ">" : "> " + $0 }
        case .list(let start, let items): return list(start, items)
        case .table(let alignments, let header, let rows):
            return table(alignments, header: header, rows: rows)
        case .rule: return ["---"]
        }
    }

    /// A backtick would end the line that opens the block.
    private func name(_ language: String?) -> String {
        guard let language, dialect == .common else { return language ?? "" }
        return String(decoding: language.utf8.filter { $0 != 0x60 && $0 > 0x20 }, as: UTF8.self)
    }

    private func nested(_ blocks: [TextBlock]) -> [String] {
        text(of: blocks).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func list(_ start: Int?, _ items: [TextBlock.ListItem]) -> [String] {
        // Numbers in CommonMark have at most nine digits.
        let start = dialect == .common ? start.flatMap { 0..<100_000_000 ~= $0 ? $0 : nil } : start
        return budget.checked(items.enumerated()).flatMap { index, item in
            let mark = start.map { "\($0 &+ index). " } ?? "- "
            let task = item.isDone.map { $0 ? "[x] " : "[ ] " } ?? ""
            let indent = String(repeating: " ", count: mark.utf8.count)
            return nested(item.blocks).enumerated().map { number, line in
                number == 0 ? mark + task + line : line.isEmpty ? "" : indent + line
            }
        }
    }

    private func table(
        _ alignments: [TextBlock.ColumnAlignment], header: [RichText], rows: [[RichText]]
    ) -> [String] {
        func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
        var header = header
        if dialect == .common {
            // Readers drop cells beyond the columns of the header.
            let columns = rows.reduce(max(1, header.count)) { max($0, $1.count) }
            header += [RichText](repeating: RichText(""), count: columns - header.count)
        }
        let rules = header.indices.map { index in
            switch index < alignments.count ? alignments[index] : .none {
            case .none: "---"
            case .left: ":--"
            case .center: ":-:"
            case .right: "--:"
            }
        }
        return [row(header.map(cell)), row(rules)]
            + budget.checked(rows).map { row($0.map(cell)) }
    }

    private func cell(_ text: RichText) -> String {
        switch dialect {
        case .own: oneLine(text)
        case .common: MarkdownLines(text, isCell: true).line()
        }
    }

    fileprivate func oneLine(_ text: RichText) -> String {
        switch dialect {
        case .own: OwnInline.text(text).replacing("\n", with: " ")
        case .common: MarkdownLines(text).line()
        }
    }
}

/// A text with its marks, in the dialect of Chatprint's own reader.
private enum OwnInline {
    static func text(_ rich: RichText) -> String {
        let bytes = Array(rich.text.utf8)
        var out: [UInt8] = []
        var open: [Entity] = []
        var next = 0
        var isLineStart = true
        for offset in 0...bytes.count {
            while let last = open.last, last.range.upperBound == offset {
                out += signs(last.kind).end.utf8
                open.removeLast()
            }
            while next < rich.entities.count, rich.entities[next].range.lowerBound == offset {
                open.append(rich.entities[next])
                out += signs(rich.entities[next].kind).begin.utf8
                next += 1
            }
            guard offset < bytes.count else { break }
            let byte = bytes[offset]
            let isCode = open.contains { $0.kind == .code }
            if !isCode, needsEscape(byte, isLineStart: isLineStart, after: offset, in: bytes) {
                out.append(UInt8(ascii: "\\"))
            }
            if !(isLineStart && byte == 0x20) { out.append(byte) }
            isLineStart = byte == 0x0A || (isLineStart && byte == 0x20)
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func signs(_ kind: Entity.Kind) -> (begin: String, end: String) {
        switch kind {
        case .bold: ("**", "**")
        case .italic: ("*", "*")
        case .strike: ("~~", "~~")
        case .code: ("`", "`")
        case .link(let url): ("[", "](<" + url + ">)")
        case .underline, .spoiler, .mention, .hashtag, .customEmoji: ("", "")
        }
    }

    private static func needsEscape(
        _ byte: UInt8, isLineStart: Bool, after offset: Int, in bytes: [UInt8]
    ) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
            UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: "&"),
            UInt8(ascii: "~"), UInt8(ascii: "|"):
            return true
        case UInt8(ascii: "#"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "="):
            return isLineStart
        case UInt8(ascii: "."), UInt8(ascii: ")"):
            // `1.` at the beginning of a line would begin a list.
            var index = offset
            while index > 0, ASCII.isDigit(bytes[index - 1]) { index -= 1 }
            return index < offset && (index == 0 || bytes[index - 1] == 0x0A)
        default: return false
        }
    }
}

/// The characters on either side of a position in a line of UTF-8, classified as in CommonMark
/// (6.2).
struct MarkNeighbors {
    struct Character {
        let scalar: Unicode.Scalar

        var isBlank: Bool { scalar.properties.isWhitespace }

        var isPunctuation: Bool {
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation:
                true
            default: scalar.isASCII && isSign
            }
        }

        /// Punctuation in any edition of CommonMark; later editions count more characters.
        var isSign: Bool {
            switch scalar.properties.generalCategory {
            case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
                .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol,
                .currencySymbol, .modifierSymbol, .otherSymbol:
                true
            default: false
            }
        }
    }

    let bytes: [UInt8]
    let line: Range<Int>

    func after(_ offset: Int) -> Character? {
        guard offset < line.upperBound else { return nil }
        let end = min(offset + 4, line.upperBound)
        return String(decoding: bytes[offset..<end], as: UTF8.self).unicodeScalars.first
            .map { Character(scalar: $0) }
    }

    func before(_ offset: Int) -> Character? {
        guard offset > line.lowerBound else { return nil }
        var start = offset - 1
        while start > line.lowerBound, offset - start < 4, bytes[start] & 0xC0 == 0x80 {
            start -= 1
        }
        return String(decoding: bytes[start..<offset], as: UTF8.self).unicodeScalars.last
            .map { Character(scalar: $0) }
    }
}
