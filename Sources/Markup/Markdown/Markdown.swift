/// GitHub-flavoured markdown. HTML is text like any other; a line's end in a paragraph stays one, as
/// people who write chats expect.
package enum Markdown {
    /// Blocks inside blocks; deeper ones become their text.
    static let deepest = 12

    package static func blocks(_ text: String) -> [TextBlock] {
        let bytes = Array(text.utf8)
        guard let cost = MarkdownCost(bytes) else { return PlainText.blocks(text) }
        guard let tree = MarkdownTree(cost.bytes, tables: cost.allowsTables) else {
            return PlainText.blocks(text)
        }
        return tree.withRoot { blocks(of: $0, depth: 0) }
    }

    private static func blocks(of parent: MarkdownNode, depth: Int) -> [TextBlock] {
        parent.children.compactMap { node in
            switch node.kind {
            case .paragraph: return paragraph(node)
            case .heading: return .heading(level: node.level, inlines(of: node))
            case .code: return code(node)
            case .html: return literal(node.literal)
            case .rule: return .rule
            case .quote where depth < deepest: return .quote(blocks(of: node, depth: depth + 1))
            case .list where depth < deepest: return list(node, depth: depth + 1)
            case .table: return table(node)
            default: return paragraph(node)
            }
        }
    }

    private static func paragraph(_ node: MarkdownNode) -> TextBlock? {
        let text = inlines(of: node)
        return text.isEmpty ? nil : .paragraph(text)
    }

    private static func literal(_ text: String) -> TextBlock? {
        var builder = RichTextBuilder()
        builder.append(text)
        let rich = builder.finish()
        return rich.isEmpty ? nil : .paragraph(rich)
    }

    private static func code(_ node: MarkdownNode) -> TextBlock {
        let language = node.fence.prefix { $0 != " " && $0 != "{" && $0 != "," }
        var text = node.literal
        if text.utf8.last == 0x0A { text.removeLast() }
        return .code(language: language.isEmpty ? nil : String(language.prefix(40)), text: text)
    }

    private static func list(_ node: MarkdownNode, depth: Int) -> TextBlock {
        .list(
            start: node.listStart,
            items: node.children.map { item in
                TextBlock.ListItem(isDone: item.isDone, blocks: blocks(of: item, depth: depth))
            })
    }

    private static func table(_ node: MarkdownNode) -> TextBlock {
        let rows = node.children.map { $0.children.map(inlines) }
        return .table(
            alignments: node.columns, header: rows.first ?? [], rows: Array(rows.dropFirst()))
    }

    private static func inlines(of node: MarkdownNode) -> RichText {
        var builder = RichTextBuilder()
        node.walk { node, isEntering in
            switch node.kind {
            case .text, .inlineHTML, .html: if isEntering { builder.append(node.literal) }
            case .inlineCode: if isEntering { builder.append(node.literal, .code) }
            case .softBreak, .lineBreak: if isEntering { builder.append("\n") }
            case .emphasis: builder.turn(.italic, isEntering)
            case .strong: builder.turn(.bold, isEntering)
            case .strike: builder.turn(.strike, isEntering)
            case .link, .image:
                // A target that could act is left out; what it says stays.
                if let url = LinkTarget.url(node.url) { builder.turn(.link(url: url), isEntering) }
            case .code: if isEntering { builder.append(node.literal) }
            case .paragraph, .heading, .item: if !isEntering { builder.append("\n") }
            case .document, .quote, .list, .rule, .table, .row, .other: return
            }
        }
        return builder.finish()
    }
}

extension RichTextBuilder {
    fileprivate mutating func turn(_ kind: Entity.Kind, _ isEntering: Bool) {
        if isEntering { begin(kind) } else { end() }
    }
}
