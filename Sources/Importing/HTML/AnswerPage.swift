import Model

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
