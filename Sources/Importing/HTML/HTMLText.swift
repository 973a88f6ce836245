import Model

/// The text of an HTML element, with the few styles that chats use.
struct HTMLText {
    private var builder = Body.Builder()
    private var isBlankPending = false
    private var isBreakPending = false
    /// Whether each `div` starts a new line.
    private let breaksAtDivs: Bool
    /// Returns the replacement for an element that is not part of the text.
    private let instead: (HTMLElement) -> String?

    /// - Parameter keepsBlanks: whether whitespace and line ends are text, as with `white-space:
    ///   pre-wrap`.
    static func blocks(
        _ element: HTMLElement, keepsBlanks: Bool = false, breaksAtDivs: Bool = false,
        instead: @escaping (HTMLElement) -> String? = { _ in nil }
    ) -> [TextBlock] {
        var text = HTMLText(breaksAtDivs: breaksAtDivs, instead: instead)
        text.append(element, keepsBlanks: keepsBlanks)
        return text.builder.blocks
    }

    /// Returns an element's text on one line, without styles.
    static func line(_ element: HTMLElement?) -> String? {
        guard let words = element?.text.split(whereSeparator: \.isWhitespace) else { return nil }
        let line = CleanText.line(words.joined(separator: " "))
        return line.isEmpty ? nil : line
    }

    private init(breaksAtDivs: Bool, instead: @escaping (HTMLElement) -> String?) {
        self.breaksAtDivs = breaksAtDivs
        self.instead = instead
    }

    private mutating func append(_ element: HTMLElement, keepsBlanks: Bool) {
        for child in element.children {
            switch child {
            case .text(let text): append(text, keepsBlanks: keepsBlanks)
            case .element(let inner):
                if let text = instead(inner) {
                    append(text, keepsBlanks: keepsBlanks)
                } else if inner.name == "br" {
                    isBlankPending = false
                    builder.append("\n")
                } else {
                    let isLine = breaksAtDivs && inner.name == "div"
                    if isLine { isBreakPending = !builder.text.isEmpty }
                    style(inner, keepsBlanks: keepsBlanks || inner.name == "pre")
                    if isLine { isBreakPending = !builder.text.isEmpty }
                }
            }
        }
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

    private static func kind(of element: HTMLElement) -> TextMark.Kind? {
        if element.classes.contains(where: { $0.hasSuffix("spoiler") }) { return .entity(.spoiler) }
        switch element.name {
        case "b", "strong": return .entity(.bold)
        case "i", "em": return .entity(.italic)
        case "u", "ins": return .entity(.underline)
        case "s", "del", "strike": return .entity(.strike)
        case "code": return .entity(.code)
        case "at": return .entity(.mention)
        case "pre": return .code(language: nil)
        case "blockquote": return .quote
        case "a": return element["href"].flatMap(Link.mark)
        default: return nil
        }
    }
}
