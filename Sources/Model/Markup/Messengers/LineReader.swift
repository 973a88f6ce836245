import Basics

/// The block structure common to the chat dialects: code fences, quoted lines, lists and headings.
/// `inline` parses the rest of each line.
struct LineReader {
    struct Dialect {
        var namesLanguages = false
        /// Whether a fence inside a line is inline code.
        var hasInlineFences = false
        var hasLists = false
        /// Whether `- [x] ` begins a task.
        var hasTasks = false
        var headingLevels = 0
        /// Whether `>>>` quotes everything that follows.
        var quotesToEnd = false
        /// Whether a space follows the `>` of a quoted line, so that `>:(` is not a quote.
        var quotesNeedSpace = true
        /// The prefix of a quoted line besides `>`.
        var quoteEscape: [UInt8]?
        var inline: ([UInt8], Range<Int>) -> RichText
        var code: (ArraySlice<UInt8>) -> String = { String(decoding: $0, as: UTF8.self) }
    }

    private static let maxListDepth = 5

    let bytes: [UInt8]
    let dialect: Dialect
    private var blocks: [TextBlock] = []
    /// The lines of a paragraph, quote or list that is not yet written.
    private var pending: Range<Int>?

    static func blocks(_ text: String, _ dialect: Dialect) -> [TextBlock] {
        let bytes = Array(text.utf8)
        var reader = LineReader(bytes: bytes, dialect: dialect)
        reader.read(bytes.indices, quotes: true)
        return reader.blocks
    }

    private init(bytes: [UInt8], dialect: Dialect) {
        self.bytes = bytes
        self.dialect = dialect
    }

    private mutating func read(_ range: Range<Int>, quotes: Bool) {
        var start = range.lowerBound
        var search = start
        while let open = fence(in: search..<range.upperBound) {
            guard let close = fence(in: open + 3..<range.upperBound), close > open + 3 else {
                break
            }
            search = close + 3
            if dialect.hasInlineFences, isInsideLine(open, close + 3, in: range) { continue }
            readLines(start..<open, quotes: quotes)
            addCode(open + 3..<close)
            start = search
            while start < range.upperBound, bytes[start] == 0x20 { start += 1 }
            if start < range.upperBound, bytes[start] == 0x0A { start += 1 }
            search = max(search, start)
        }
        readLines(start..<range.upperBound, quotes: quotes)
    }

    private func fence(in range: Range<Int>) -> Int? {
        var index = range.lowerBound
        while index + 2 < range.upperBound {
            if bytes[index + 2] != UInt8(ascii: "`") {
                index += 3
            } else if bytes[index] == UInt8(ascii: "`"), bytes[index + 1] == UInt8(ascii: "`") {
                return index
            } else {
                index += 1
            }
        }
        return nil
    }

    private func isInsideLine(_ start: Int, _ end: Int, in range: Range<Int>) -> Bool {
        if bytes[start..<end].contains(0x0A) { return false }
        let beginsLine = start == range.lowerBound || bytes[start - 1] == 0x0A
        let endsLine = end == range.upperBound || bytes[end] == 0x0A
        return !(beginsLine && endsLine)
    }

    private mutating func addCode(_ range: Range<Int>) {
        var range = range
        var language: String?
        if let end = bytes[range].firstIndex(of: 0x0A) {
            let first = bytes[range.lowerBound..<end]
            let isName =
                dialect.namesLanguages && first.count < 32
                && first.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "`") }
            if isName, !first.isEmpty { language = String(decoding: first, as: UTF8.self) }
            if isName || first.isEmpty { range = end + 1..<range.upperBound }
        }
        if range.upperBound > range.lowerBound, bytes[range.upperBound - 1] == 0x0A {
            range = range.lowerBound..<range.upperBound - 1
        }
        blocks.append(.code(language: language, text: dialect.code(bytes[range])))
    }

    // MARK: - Lines

    private mutating func readLines(_ range: Range<Int>, quotes: Bool) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = bytes[start..<range.upperBound].firstIndex(of: 0x0A) ?? range.upperBound
            let next = min(end + 1, range.upperBound)
            if quotes, dialect.quotesToEnd, begins(start, with: ">>> ") {
                flush()
                addQuote([start + 4..<range.upperBound])
                return
            }
            if quotes, quoteLength(at: start, before: end) != nil {
                flush()
                start = readQuote(from: start, before: range.upperBound)
            } else if let level = headingLevel(at: start, before: end) {
                flush()
                let text = dialect.inline(bytes, start + level + 1..<end)
                if !text.isEmpty { blocks.append(.heading(level: level, text)) }
                start = next
            } else if dialect.hasLists, item(at: start, before: end) != nil {
                flush()
                var position = start
                let list = readList(&position, before: range.upperBound, indent: 0, depth: 0)
                blocks.append(list)
                start = position
            } else {
                pending = (pending?.lowerBound ?? start)..<next
                start = next
            }
        }
        flush()
    }

    /// Writes the pending lines as a paragraph.
    private mutating func flush() {
        guard var range = pending else { return }
        pending = nil
        while !range.isEmpty, bytes[range.upperBound - 1] == 0x0A {
            range = range.lowerBound..<range.upperBound - 1
        }
        while !range.isEmpty, bytes[range.lowerBound] == 0x0A {
            range = range.lowerBound + 1..<range.upperBound
        }
        let text = dialect.inline(bytes, range)
        if !text.isEmpty { blocks.append(.paragraph(text)) }
    }

    private func begins(_ start: Int, with prefix: StaticString) -> Bool {
        bytes[start...].starts(with: prefix.description.utf8)
    }

    // MARK: - Quotes

    private func quoteLength(at start: Int, before end: Int) -> Int? {
        var index = start
        if start < end, bytes[start] == UInt8(ascii: ">") {
            index += 1
        } else if let escape = dialect.quoteEscape, bytes[start..<end].starts(with: escape) {
            index += escape.count
        } else {
            return nil
        }
        if index < end, bytes[index] == 0x20 { return index + 1 - start }
        return !dialect.quotesNeedSpace || index == end ? index - start : nil
    }

    private mutating func readQuote(from start: Int, before limit: Int) -> Int {
        var lines: [Range<Int>] = []
        var start = start
        while start < limit {
            let end = bytes[start..<limit].firstIndex(of: 0x0A) ?? limit
            guard let length = quoteLength(at: start, before: end) else { break }
            lines.append(start + length..<end)
            start = min(end + 1, limit)
        }
        addQuote(lines)
        return start
    }

    private mutating func addQuote(_ lines: [Range<Int>]) {
        let text = Array(lines.map { bytes[$0] }.joined(separator: [0x0A]))
        var inner = LineReader(bytes: text, dialect: dialect)
        inner.read(text.indices, quotes: false)
        if !inner.blocks.isEmpty { blocks.append(.quote(inner.blocks)) }
    }

    // MARK: - Headings and lists

    private func headingLevel(at start: Int, before end: Int) -> Int? {
        var level = 0
        while level < dialect.headingLevels, start + level < end,
            bytes[start + level] == UInt8(ascii: "#")
        {
            level += 1
        }
        guard level > 0, start + level + 1 < end, bytes[start + level] == 0x20 else { return nil }
        return level
    }

    private struct Item {
        var indent: Int
        var number: Int?
        var text: Range<Int>
    }

    private func item(at start: Int, before end: Int) -> Item? {
        var index = start
        while index < end, bytes[index] == 0x20, index - start < 40 { index += 1 }
        let indent = index - start
        guard index + 1 < end else { return nil }
        if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "*") {
            guard bytes[index + 1] == 0x20, index + 2 < end else { return nil }
            return Item(indent: indent, number: nil, text: index + 2..<end)
        }
        var number = 0
        let digits = index
        while index < end, ASCII.isDigit(bytes[index]), index - digits < 9 {
            number = number * 10 + Int(bytes[index] - 0x30)
            index += 1
        }
        guard index > digits, index + 2 < end, bytes[index] == UInt8(ascii: "."),
            bytes[index + 1] == 0x20
        else { return nil }
        return Item(indent: indent, number: number, text: index + 2..<end)
    }

    private func isDone(_ text: Range<Int>) -> Bool? {
        guard dialect.hasTasks, text.count > 4 else { return nil }
        if bytes[text].starts(with: "[ ] ".utf8) { return false }
        return bytes[text].starts(with: "[x] ".utf8) ? true : nil
    }

    /// Items with more indentation belong to the item before them.
    private func readList(
        _ position: inout Int, before limit: Int, indent: Int, depth: Int
    ) -> TextBlock {
        var items: [TextBlock.ListItem] = []
        var first: Item?
        while position < limit {
            let end = bytes[position..<limit].firstIndex(of: 0x0A) ?? limit
            guard let item = item(at: position, before: end), item.indent >= indent else { break }
            let isInner = item.indent > (first?.indent ?? item.indent) + 1
            if isInner, depth < LineReader.maxListDepth, !items.isEmpty {
                let inner = readList(
                    &position, before: limit, indent: item.indent, depth: depth + 1)
                items[items.count - 1].blocks.append(inner)
                continue
            }
            if let first, (first.number == nil) != (item.number == nil) { break }
            first = first ?? item
            let isDone = first?.number == nil ? isDone(item.text) : nil
            let text = isDone == nil ? item.text : item.text.dropFirst(4)
            items.append(
                TextBlock.ListItem(
                    isDone: isDone, blocks: [.paragraph(dialect.inline(bytes, text))]))
            position = min(end + 1, limit)
        }
        return .list(start: first?.number, items: items)
    }
}

/// The rules for where a sign of chat markup may begin or end a mark.
enum SignRules {
    /// At the edge of a word: with no letter or digit outside, and no whitespace inside. WhatsApp
    /// and Slack require both, so that `snake_case` and `2*3*4` remain text.
    static func atWordEdges(
        _ bytes: [UInt8], _ range: Range<Int>, in area: Range<Int>
    ) -> (opens: Bool, closes: Bool) {
        let before = range.lowerBound > area.lowerBound ? bytes[range.lowerBound - 1] : 0x20
        let after = range.upperBound < area.upperBound ? bytes[range.upperBound] : 0x20
        return (
            opens: !isWord(before) && !isBlank(after), closes: !isWord(after) && !isBlank(before)
        )
    }

    /// Bytes above 0x7F are letters of other scripts, or emoji, and do not count: scripts without
    /// spaces need signs to work inside a line.
    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

    /// The span begins with `count` backticks at `start`.
    static func codeEnd(
        _ bytes: [UInt8], after start: Int, count: Int, in area: Range<Int>, acrossLines: Bool
    ) -> Int? {
        var index = start + count
        while index < area.upperBound {
            if bytes[index] == 0x0A, !acrossLines { return nil }
            guard bytes[index] == UInt8(ascii: "`") else {
                index += 1
                continue
            }
            let run = index
            while index < area.upperBound, bytes[index] == UInt8(ascii: "`") { index += 1 }
            if index - run == count { return run > start + count ? run : nil }
        }
        return nil
    }
}

/// A token of a line of chat markup, before signs are paired.
struct InlineToken {
    enum Content {
        /// Source text, unchanged.
        case source
        /// Text that replaces the source.
        case text(String, Entity.Kind?)
        /// A sign that may begin or end a mark. Without a partner it is text.
        case sign(Entity.Kind, opens: Bool, closes: Bool)
        /// A boundary that no pair crosses.
        case wall
        /// The beginning and end of a mark with marks inside. No pair crosses either.
        case begin(Entity.Kind)
        case end
    }

    var range: Range<Int>
    var content: Content
}

/// Pairs signs and writes the text with its marks, in time linear in the tokens.
struct InlineResolver {
    let bytes: [UInt8]
    let names: KnownNames
    private var tokens: [InlineToken] = []
    /// The end of the bytes covered by tokens.
    private var covered: Int

    init(_ bytes: [UInt8], from start: Int, names: KnownNames = KnownNames()) {
        self.bytes = bytes
        self.names = names
        covered = start
    }

    /// Everything between this token and the previous one is text.
    mutating func add(_ range: Range<Int>, _ content: InlineToken.Content) {
        addSource(to: range.lowerBound)
        tokens.append(InlineToken(range: range, content: content))
        covered = range.upperBound
    }

    private mutating func addSource(to end: Int) {
        guard covered < end else { return }
        tokens.append(InlineToken(range: covered..<end, content: .source))
        covered = end
    }

    consuming func finish(at end: Int, into builder: inout RichTextBuilder) {
        addSource(to: end)
        let partners = partners()
        for (index, token) in tokens.enumerated() {
            switch token.content {
            case .source, .wall: builder.append(bytes[token.range])
            case .text(let text, let kind):
                if let kind { builder.append(text, kind) } else { builder.append(text) }
            case .sign(let kind, _, _):
                guard let partner = partners[index] else {
                    builder.append(bytes[token.range])
                    continue
                }
                if partner > index { builder.begin(kind) } else { builder.end() }
            case .begin(let kind): builder.begin(kind)
            case .end: builder.end()
            }
        }
    }

    /// Signs opened inside a pair but not closed there are text.
    private func partners() -> [Int?] {
        var partners = [Int?](repeating: nil, count: tokens.count)
        // At most one sign of each kind is open, because marks of the same kind do not nest.
        var open: [(index: Int, kind: Entity.Kind)] = []
        var outside = open
        for (index, token) in tokens.enumerated() {
            switch token.content {
            case .wall: open = []
            case .begin: (outside, open) = (open, [])
            case .end: open = outside
            case .source, .text, .sign: break
            }
            guard case .sign(let kind, let opens, let closes) = token.content else { continue }
            if let place = open.firstIndex(where: { $0.kind == kind }) {
                guard closes, open[place].index < index - 1 else { continue }
                partners[open[place].index] = index
                partners[index] = open[place].index
                open.removeSubrange(place...)
            } else if opens {
                open.append((index, kind))
            }
        }
        return partners
    }
}
