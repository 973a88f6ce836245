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
        let line = CleanText.line(words.joined(separator: " "))
        return line.isEmpty ? nil : line
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
