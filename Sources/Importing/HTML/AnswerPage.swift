import Model

/// Converts HTML answers with interface elements, and whole pages: paragraphs, headings, lists and
/// code.
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
        ["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "pre", "blockquote", "div", "hr"]
            .contains(name)
    }

    private static func block(
        _ element: HTMLElement, _ instead: @escaping (HTMLElement) -> String?
    ) -> [TextBlock] {
        switch element.name {
        case "h1", "h2", "h3", "h4", "h5", "h6":
            let level = element.name.utf8.last.map { Int($0) - 0x30 } ?? 1
            return HTMLText.blocks(element, instead: instead).map { block in
                guard case .paragraph(let text) = block else { return block }
                return .heading(level: level, text)
            }
        case "ul", "ol":
            let items = element.elements.filter { $0.name == "li" }.map {
                blocks($0, instead: instead)
            }
            let list = items.filter { !$0.isEmpty }.map { TextBlock.ListItem(blocks: $0) }
            return list.isEmpty ? [] : [.list(start: element.name == "ol" ? 1 : nil, items: list)]
        case "pre":
            let text = CleanText.clean(element.text)
            return text.isEmpty ? [] : [.code(language: nil, text: text)]
        case "blockquote":
            let inner = blocks(element, instead: instead)
            return inner.isEmpty ? [] : [.quote(inner)]
        case "hr": return [.rule]
        case "div": return blocks(element, instead: instead)
        default: return HTMLText.blocks(element, instead: instead)
        }
    }
}
