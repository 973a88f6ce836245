import Model

/// The text of an HTML element, with the few styles that chats use.
struct HTMLText {
    private var builder = Body.Builder()
    private var isBlankPending = false
    private var isBreakPending = false
    /// Returns the replacement for an element that is not part of the text.
    private let instead: (HTMLElement) -> String?

    /// - Parameter keepsBlanks: whether whitespace and line ends are text, as with `white-space:
    ///   pre-wrap`.
    static func blocks(
        _ element: HTMLElement, keepsBlanks: Bool = false,
        instead: @escaping (HTMLElement) -> String? = { _ in nil }
    ) -> [TextBlock] {
        var text = HTMLText(instead: instead)
        text.append(element, keepsBlanks: keepsBlanks)
        return text.builder.blocks
    }

    /// Returns an element's text on one line, without styles.
    static func line(_ element: HTMLElement?) -> String? {
        guard let words = element?.text.split(whereSeparator: \.isWhitespace) else { return nil }
        return CleanText.line(words.joined(separator: " ")).nonEmpty
    }

    private init(instead: @escaping (HTMLElement) -> String?) { self.instead = instead }

    /// The elements that begin on a new line and end their line.
    static let lines: Set<String> = [
        "address", "article", "aside", "caption", "center", "dd", "details", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hr", "legend", "li", "nav", "ol", "p", "section", "summary", "table", "tr", "ul",
    ]

    private mutating func append(_ element: HTMLElement, keepsBlanks: Bool) {
        for child in element.children {
            switch child {
            case .text(let text): append(text, keepsBlanks: keepsBlanks)
            case .element(let inner):
                if let text = instead(inner) ?? Self.formula(inner) {
                    append(text, keepsBlanks: keepsBlanks)
                } else if inner.name == "br" {
                    isBlankPending = false
                    builder.append("\n")
                } else {
                    separate(inner)
                    if let reason = inner["data-mx-spoiler"], !reason.isEmpty {
                        append("(\(reason)) ", keepsBlanks: false)
                    }
                    style(inner, keepsBlanks: keepsBlanks || inner.name == "pre")
                    separate(inner)
                }
            }
        }
    }

    /// Separates an element from the text beside it: lines by a line end, table cells by a space.
    private mutating func separate(_ element: HTMLElement) {
        if Self.lines.contains(element.name) {
            isBreakPending = !builder.text.isEmpty
        } else if element.name == "td" || element.name == "th" {
            isBlankPending = !builder.text.isEmpty && builder.text.utf8.last != 0x0A
        }
    }

    /// Returns the source of a rendered formula, whose elements repeat it as MathML and as glyphs.
    private static func formula(_ element: HTMLElement) -> String? {
        guard element.name == "math" || element.has("katex") else { return nil }
        return element.first(tag: "annotation")?.text
    }

    private mutating func style(_ element: HTMLElement, keepsBlanks: Bool) {
        let hasBlank = isBlankPending || isBreakPending
        var start = builder.text.utf8.count
        append(element, keepsBlanks: keepsBlanks)
        // The space or line end before a styled word is not part of the style.
        if hasBlank, builder.text.utf8.count > start { start += 1 }
        guard builder.text.utf8.count > start, let kind = Self.kind(of: element) else { return }
        builder.mark(start..<builder.text.utf8.count, kind)
    }

    private mutating func append(_ text: String, keepsBlanks: Bool) {
        guard !keepsBlanks else {
            flushBlank()
            return builder.append(text)
        }
        var rest = text[...]
        while !rest.isEmpty {
            let blanks = rest.prefix { $0 == " " || $0.isNewline || $0 == "\t" }
            if !blanks.isEmpty {
                isBlankPending = !builder.text.isEmpty && builder.text.utf8.last != 0x0A
                rest = rest[blanks.endIndex...]
                continue
            }
            let word = rest.prefix { !($0 == " " || $0.isNewline || $0 == "\t") }
            flushBlank()
            builder.append(word)
            rest = rest[word.endIndex...]
        }
    }

    private mutating func flushBlank() {
        if isBreakPending, builder.text.utf8.last != 0x0A {
            builder.append("\n")
        } else if isBlankPending, !isBreakPending {
            builder.append(" ")
        }
        isBreakPending = false
        isBlankPending = false
    }

    static func isSpoiler(_ element: HTMLElement) -> Bool {
        element["data-mx-spoiler"] != nil
            || element.classes.contains { $0.hasSuffix("spoiler") || $0 == "spoiler-content" }
    }

    private static func kind(of element: HTMLElement) -> TextMark.Kind? {
        if isSpoiler(element) { return .entity(.spoiler) }
        switch element.name {
        case "b", "strong": return .entity(.bold)
        case "i", "em": return .entity(.italic)
        case "u", "ins": return .entity(.underline)
        case "s", "del", "strike": return .entity(.strike)
        case "code": return .entity(.code)
        case "at": return .entity(.mention)
        case "pre": return .code(language: element.language)
        case "blockquote": return .quote
        case "ul", "ol": return .list(start: element.listStart)
        case "li": return .item(isDone: nil)
        case "a": return element["href"].flatMap(Link.mark)
        default: return element.headingLevel.map { .heading(level: $0) }
        }
    }
}

/// The facts that attributes and names of elements state.
extension HTMLElement {
    var headingLevel: Int? {
        guard name.utf8.count == 2, name.hasPrefix("h"), let level = Int(name.dropFirst()),
            1...6 ~= level
        else { return nil }
        return level
    }

    /// The first number of a list, or nil for bullets.
    var listStart: Int? { name == "ol" ? self["start"].flatMap { Int($0) } ?? 1 : nil }

    /// The language of code, such as `class="language-swift"` of `pre` or of the `code` in it.
    var language: String? {
        let classes = classes + elements.flatMap(\.classes)
        return classes.first { $0.hasPrefix("language-") }.map { String($0.dropFirst(9)) }
    }
}

/// Converts HTML answers with interface elements, and whole pages: paragraphs, headings, lists,
/// tables and code.
enum AnswerPage {
    static func blocks(
        _ root: HTMLElement, instead: @escaping (HTMLElement) -> String? = { _ in nil }
    ) -> [TextBlock] {
        var blocks: [TextBlock] = []
        var line = HTMLElement(name: "div", attributes: [])
        func flush() {
            blocks += HTMLText.blocks(line, instead: instead)
            line.children = []
        }
        for child in root.children {
            // Line breaks between paragraphs are not text.
            if line.children.isEmpty, case .element(let element) = child, element.name == "br" {
                continue
            }
            guard case .element(let element) = child, isBlock(element.name) else {
                line.children.append(child)
                continue
            }
            flush()
            blocks += block(element, instead)
        }
        flush()
        return blocks
    }

    private static func isBlock(_ name: String) -> Bool {
        HTMLText.lines.contains(name)
            || ["blockquote", "pre", "tbody", "td", "tfoot", "th", "thead"].contains(name)
    }

    private static func block(
        _ element: HTMLElement, _ instead: @escaping (HTMLElement) -> String?
    ) -> [TextBlock] {
        if let level = element.headingLevel {
            return HTMLText.blocks(element, instead: instead).map { block in
                guard case .paragraph(let text) = block else { return block }
                return .heading(level: level, text)
            }
        }
        switch element.name {
        case "ul", "ol":
            let items = items(of: element, instead)
            return items.isEmpty ? [] : [.list(start: element.listStart, items: items)]
        case "pre":
            let text = CleanText.clean(element.text).trimmingLineEnds()
            return text.isEmpty ? [] : [.code(language: element.language, text: text)]
        case "blockquote":
            let inner = blocks(element, instead: instead)
            return inner.isEmpty ? [] : [.quote(inner)]
        case "hr": return [.rule]
        case "table": return table(element, instead) ?? blocks(element, instead: instead)
        default:
            let inner = blocks(element, instead: instead)
            return HTMLText.isSpoiler(element) ? inner.map(hidden) : inner
        }
    }

    private static func items(
        of list: HTMLElement, _ instead: @escaping (HTMLElement) -> String?
    ) -> [TextBlock.ListItem] {
        var items: [TextBlock.ListItem] = []
        for element in list.elements {
            let isItem = element.name == "li"
            let inner = isItem ? blocks(element, instead: instead) : block(element, instead)
            guard !inner.isEmpty else { continue }
            // A list may be nested in another without an item around it.
            if !isItem, let last = items.indices.last {
                items[last].blocks += inner
            } else {
                items.append(TextBlock.ListItem(blocks: inner))
            }
        }
        return items
    }

    /// Returns a block whose text is a spoiler. Code cannot be one.
    private static func hidden(_ block: TextBlock) -> TextBlock {
        block.mapTexts(
            rich: { text in
                let whole = Entity(0..<text.text.utf8.count, .spoiler)
                return RichText(text.text, marks: [whole] + text.entities)
            },
            plain: { $0 })
    }

    // MARK: Tables

    /// Converts a table of data, with at least two rows and two columns. Returns nil for a table
    /// that only arranges its contents, as in mails: its cells follow each other.
    private static func table(
        _ element: HTMLElement, _ instead: @escaping (HTMLElement) -> String?
    ) -> [TextBlock]? {
        let rows = element.all(tag: "tr").map { row in
            row.elements.filter { $0.name == "td" || $0.name == "th" }
        }
        guard element["role"] != "presentation", !rows.joined().contains(where: isUneven) else {
            return nil
        }
        var texts = rows.map { row in row.map { text($0, instead) } }
        texts.removeAll { $0.allSatisfy(isBlank) }
        var used: Set<Int> = []
        for row in texts {
            for (column, text) in row.enumerated() where !isBlank(text) { used.insert(column) }
        }
        guard texts.count > 1, used.count > 1 else { return nil }
        // A column without text is a margin.
        texts = texts.map { row in row.indices.filter(used.contains).map { row[$0] } }
        let missing = used.count - texts[0].count
        texts[0] += Array(repeating: RichText(""), count: missing)
        let caption = element.elements.filter { $0.name == "caption" }
        return caption.flatMap { blocks($0, instead: instead) }
            + [.table(alignments: [], header: texts[0], rows: Array(texts.dropFirst()))]
    }

    /// Whether a cell contains another table or covers several rows or columns.
    private static func isUneven(_ cell: HTMLElement) -> Bool {
        cell.first(tag: "table") != nil
            || ["rowspan", "colspan"].contains { cell[$0].map { $0 != "1" } ?? false }
    }

    private static func isBlank(_ text: RichText) -> Bool {
        text.text.allSatisfy(\.isWhitespace)
    }

    /// Lists and code in the cell become lines.
    private static func text(
        _ cell: HTMLElement, _ instead: @escaping (HTMLElement) -> String?
    ) -> RichText {
        let blocks = HTMLText.blocks(cell, instead: instead)
        if blocks.count == 1, case .paragraph(let text) = blocks[0] { return text }
        return RichText(blocks.map(\.plainText).joined(separator: "\n"))
    }
}

extension String {
    fileprivate func trimmingLineEnds() -> String {
        guard let start = utf8.firstIndex(where: { $0 != 0x0A }),
            let last = utf8.lastIndex(where: { $0 != 0x0A })
        else { return "" }
        return String(self[start..<utf8.index(after: last)])
    }
}

/// Elements that programs write into the Markdown of answers, such as `<details …>…</details>`.
enum EmbeddedElements {
    enum Part {
        case text(String)
        /// The tag with its attributes, and the content as it was written.
        case element(HTMLElement, String)
    }

    /// Splits a text at the elements with a name. Elements in fenced code and elements without an
    /// end stay text.
    ///
    /// - Parameter isOurs: returns whether a tag begins such an element.
    static func parts(
        of text: String, named name: String, where isOurs: (HTMLElement) -> Bool = { _ in true }
    ) -> [Part] {
        guard text.holds("<" + name) else { return [.text(text)] }
        let bytes = Array(text.utf8)
        let opening = Array("<\(name)".utf8)
        let closing = Array("</\(name)>".utf8)
        var parts: [Part] = []
        var fences = Fences(bytes)
        var kept = 0
        var next = bytes.span.offset(of: opening)
        while let start = next {
            var after = start + opening.count
            defer { next = bytes.span.offset(of: opening, from: after) }
            guard !fences.hold(start) else { continue }
            // Without an end of this tag or element, no later one has an end either.
            guard let content = end(ofTagIn: bytes, from: after) else { break }
            after = content
            guard let tag = tag(bytes[start..<content], name), isOurs(tag) else { continue }
            let isEmpty = bytes[content - 2] == UInt8(ascii: "/")
            let end = isEmpty ? content : bytes.span.offset(of: closing, from: content)
            guard let end else { break }
            if start > kept { parts.append(.text(string(bytes[kept..<start]))) }
            parts.append(.element(tag, string(bytes[content..<end])))
            kept = isEmpty ? content : end + closing.count
            after = kept
            fences.skip(to: kept)
        }
        if kept < bytes.count { parts.append(.text(string(bytes[kept...]))) }
        return parts
    }

    private static func string(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the index after the `>` that ends a tag. A `>` in quotes belongs to an attribute.
    private static func end(ofTagIn bytes: [UInt8], from start: Int) -> Int? {
        var quote: UInt8?
        for index in start..<bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil {
                    quote = bytes[index]
                } else if quote == bytes[index] {
                    quote = nil
                }
            case UInt8(ascii: ">") where quote == nil: return index + 1
            default: break
            }
        }
        return nil
    }

    private static func tag(_ bytes: ArraySlice<UInt8>, _ name: String) -> HTMLElement? {
        let tag = HTMLMarkup.root(of: string(bytes)).elements.first
        return tag?.name == name.lowercased() ? tag : nil
    }

    /// Determines whether places in a text are in fenced code. The places must be in order.
    private struct Fences {
        private let bytes: [UInt8]
        private var open: (mark: UInt8, count: Int)?
        /// The first line that was not yet examined.
        private var line = 0..<0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            skip(to: 0)
        }

        /// Continues at a place outside of fenced code, as if a line began there.
        mutating func skip(to place: Int) {
            let end = bytes.span.offset(of: 0x0A, from: place, before: bytes.count)
            line = place..<(end ?? bytes.count)
        }

        mutating func hold(_ place: Int) -> Bool {
            while line.upperBound < place {
                examine(bytes[line])
                skip(to: line.upperBound + 1)
            }
            return open != nil
        }

        private mutating func examine(_ line: ArraySlice<UInt8>) {
            let text = line.drop { $0 <= 0x20 }
            guard let mark = text.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
            else { return }
            let rest = text.drop { $0 == mark }
            let count = text.count - rest.count
            guard count >= 3 else { return }
            if let open {
                let isEnd = mark == open.mark && count >= open.count && !rest.contains { $0 > 0x20 }
                if isEnd { self.open = nil }
            } else if mark != UInt8(ascii: "`") || !rest.contains(mark) {
                open = (mark, count)
            }
        }
    }
}
