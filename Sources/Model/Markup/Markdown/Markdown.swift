package import Basics

/// GitHub-flavored Markdown. HTML is treated as text, and line ends within a paragraph are
/// preserved, as users of chats expect.
package struct Markdown {
    /// The maximum nesting depth of blocks. Deeper blocks become their text.
    static let maxDepth = 12

    private let budget: WorkBudget

    /// Parses the blocks of a text, as far as the budget permits.
    package static func blocks(
        _ text: String, _ budget: WorkBudget = .unlimited
    ) -> [TextBlock] {
        let bytes = Array(text.utf8)
        guard let cost = MarkdownCost(bytes) else { return PlainText.blocks(text) }
        guard
            let tree = MarkdownTree(cost.bytes, tables: cost.allowsTables, budget: budget)
        else {
            return budget.mayContinue ? PlainText.blocks(text) : []
        }
        let reader = Markdown(budget: budget)
        return tree.withRoot { reader.blocks(of: $0, depth: 0) }
    }

    private func blocks(of parent: MarkdownNode, depth: Int) -> [TextBlock] {
        parent.children.compactMap { node in
            guard budget.mayContinue else { return nil }
            switch node.kind {
            case .paragraph: return paragraph(node)
            case .heading: return .heading(level: node.level, inlines(of: node))
            case .code: return code(node)
            case .html: return literal(node.literal)
            case .rule: return .rule
            case .quote where depth < Self.maxDepth:
                return .quote(blocks(of: node, depth: depth + 1))
            case .list where depth < Self.maxDepth: return list(node, depth: depth + 1)
            case .table: return table(node)
            default: return paragraph(node)
            }
        }
    }

    private func paragraph(_ node: MarkdownNode) -> TextBlock? {
        let text = inlines(of: node)
        return text.isEmpty ? nil : .paragraph(text)
    }

    private func literal(_ text: String) -> TextBlock? {
        var builder = RichTextBuilder()
        builder.append(text)
        let rich = builder.finish()
        return rich.isEmpty ? nil : .paragraph(rich)
    }

    private func code(_ node: MarkdownNode) -> TextBlock {
        let language = node.fence.prefix { $0 != " " && $0 != "{" && $0 != "," }
        var text = node.literal
        if text.utf8.last == 0x0A { text.removeLast() }
        return .code(language: language.isEmpty ? nil : String(language.prefix(40)), text: text)
    }

    private func list(_ node: MarkdownNode, depth: Int) -> TextBlock {
        .list(
            start: node.listStart,
            items: node.children.map { item in
                TextBlock.ListItem(isDone: item.isDone, blocks: blocks(of: item, depth: depth))
            })
    }

    private func table(_ node: MarkdownNode) -> TextBlock {
        let rows = node.children.map { $0.children.map(inlines) }
        return .table(
            alignments: node.columns, header: rows.first ?? [], rows: Array(rows.dropFirst()))
    }

    private func inlines(of node: MarkdownNode) -> RichText {
        var builder = RichTextBuilder()
        var nodes = 0
        node.walk { node, isEntering in
            nodes += 1
            if nodes % 256 == 0, !budget.mayContinue { return false }
            switch node.kind {
            case .text, .inlineHTML, .html: if isEntering { builder.append(node.literal) }
            case .inlineCode: if isEntering { builder.append(node.literal, .code) }
            case .softBreak, .lineBreak: if isEntering { builder.append("\n") }
            case .emphasis: builder.turn(.italic, isEntering)
            case .strong: builder.turn(.bold, isEntering)
            case .strike: builder.turn(.strike, isEntering)
            case .link, .image:
                // A script is dropped, but the link's text is kept.
                if let url = LinkTarget.stated(node.url) {
                    builder.turn(.link(url: url), isEntering)
                }
            case .code: if isEntering { builder.append(node.literal) }
            case .paragraph, .heading, .item: if !isEntering { builder.append("\n") }
            case .document, .quote, .list, .rule, .table, .row, .other: break
            }
            return true
        }
        return builder.finish()
    }
}

extension RichTextBuilder {
    fileprivate mutating func turn(_ kind: Entity.Kind, _ isEntering: Bool) {
        if isEntering { begin(kind) } else { end() }
    }
}
