package import Basics
import CMarkdown
import Synchronization

/// GitHub-flavored Markdown. HTML is treated as text, and line ends within a paragraph are
/// preserved, as users of chats expect.
package struct Markdown {
    /// The maximum nesting depth of blocks. Deeper blocks become their text.
    static let maxDepth = 12

    private let budget: WorkBudget

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

/// Keeps the parser's work linear in the text.
///
/// cmark-gfm 0.29.0.gfm.6, the version in Debian 12, takes quadratic time for some texts. Measured:
/// 200 KB of `![[]()` took 2.7 s, a table of 40,000 columns 4 s. It also pads every row of a table
/// to the width of its header.
private struct MarkdownCost {
    /// The maximum number of containers begun on one line. Every blank line is compared with all of
    /// them.
    private static let maxMarkers = 24
    /// The maximum number of brackets in a text, because all pairs may be compared.
    private static let maxBrackets = 3000
    /// The maximum number of table columns, because each cell is appended by walking over all
    /// previous cells.
    private static let maxColumns = 200

    /// The text, with a backslash before each marker that would nest too deeply.
    private(set) var bytes: [UInt8]
    private(set) var allowsTables = false

    /// Nil if the text should be shown as plain text.
    init?(_ text: [UInt8]) {
        bytes = []
        bytes.reserveCapacity(text.count)
        var brackets = 0
        var lines = 1
        var pipes = 0
        var widest = 0
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            pipes = 0
            for byte in text[start..<end] {
                if byte == UInt8(ascii: "[") { brackets += 1 }
                if byte == UInt8(ascii: "|") { pipes += 1 }
            }
            widest = max(widest, pipes)
            lines += 1
            append(line: text[start..<end])
            if end < text.count { bytes.append(0x0A) }
            start = end + 1
        }
        guard brackets <= MarkdownCost.maxBrackets else { return nil }
        allowsTables =
            widest <= MarkdownCost.maxColumns && (widest + 1) * lines <= text.count + 256
    }

    private mutating func append(line: ArraySlice<UInt8>) {
        var markers = 0
        for index in line.indices {
            switch line[index] {
            case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"),
                UInt8(ascii: "."), UInt8(ascii: ")"):
                let isMarker =
                    line[index] == UInt8(ascii: ">")
                    || (index + 1 < line.endIndex
                        && (line[index + 1] == 0x20 || line[index + 1] == 0x09))
                if isMarker { markers += 1 }
            case 0x20, 0x09, 0x30...0x39: continue
            default:
                bytes.append(contentsOf: line)
                return
            }
            if markers > MarkdownCost.maxMarkers {
                bytes.append(contentsOf: line[..<index])
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(contentsOf: line[index...])
                return
            }
        }
        bytes.append(contentsOf: line)
    }
}

/// A Markdown document parsed by cmark-gfm, GitHub's own parser.
@safe
struct MarkdownTree: ~Copyable {
    /// Extensions are in a global list, which must be filled once.
    private static let isReady: Bool = {
        cmark_gfm_core_extensions_ensure_registered()
        return true
    }()

    /// Held while inline marks are parsed: cmark-gfm 0.29 keeps the special characters of extensions
    /// in a global table, and a parser that finishes removes them for all others. Strikethrough was
    /// then shown as tildes.
    static let inlineParsing = Mutex(())

    private let root: OpaquePointer

    /// The number of bytes parsed at a time. Few messages are longer.
    private static let pieceBytes = 16_384

    /// Nil if memory or the budget runs out.
    init?(_ bytes: [UInt8], tables: Bool, budget: WorkBudget) {
        guard MarkdownTree.isReady, let parser = unsafe cmark_parser_new(CMARK_OPT_DEFAULT) else {
            return nil
        }
        defer { unsafe cmark_parser_free(parser) }
        for name in tables
            ? ["strikethrough", "tasklist", "table"] : ["strikethrough", "tasklist"]
        {
            if let found = unsafe cmark_find_syntax_extension(name) {
                unsafe cmark_parser_attach_syntax_extension(parser, found)
            }
        }
        let isRead = unsafe bytes.withUnsafeBytes { buffer in
            var rest = unsafe buffer[...]
            repeat {
                guard budget.mayContinue else { return false }
                let piece = unsafe UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceBytes))
                unsafe cmark_parser_feed(
                    parser, piece.baseAddress?.assumingMemoryBound(to: CChar.self), piece.count)
                unsafe rest = rest.dropFirst(Self.pieceBytes)
            } while unsafe !rest.isEmpty
            return true
        }
        guard isRead else { return nil }
        var root: OpaquePointer?
        Self.inlineParsing.withLock { _ in unsafe root = unsafe cmark_parser_finish(parser) }
        guard let root = unsafe root else { return nil }
        unsafe self.root = unsafe root
    }

    deinit { unsafe cmark_node_free(root) }

    /// Calls `read` with the document's root node, which must not outlive the call.
    fileprivate borrowing func withRoot<Result>(_ read: (MarkdownNode) -> Result) -> Result {
        read(unsafe MarkdownNode(root))
    }
}

/// A node of a tree. The tree must outlive the node.
@safe
private struct MarkdownNode {
    enum Kind {
        case document, paragraph, heading, code, quote, list, item, rule, html
        case table, row
        case text, softBreak, lineBreak, inlineCode, inlineHTML, emphasis, strong, strike, link,
            image
        case other
    }

    private let node: OpaquePointer

    fileprivate init(_ node: OpaquePointer) { unsafe self.node = unsafe node }

    var kind: Kind {
        let type = unsafe cmark_node_get_type(node)
        switch type {
        case CMARK_NODE_DOCUMENT: return .document
        case CMARK_NODE_PARAGRAPH: return .paragraph
        case CMARK_NODE_HEADING: return .heading
        case CMARK_NODE_CODE_BLOCK: return .code
        case CMARK_NODE_BLOCK_QUOTE: return .quote
        case CMARK_NODE_LIST: return .list
        case CMARK_NODE_ITEM: return .item
        case CMARK_NODE_THEMATIC_BREAK: return .rule
        case CMARK_NODE_HTML_BLOCK: return .html
        case CMARK_NODE_TEXT: return .text
        case CMARK_NODE_SOFTBREAK: return .softBreak
        case CMARK_NODE_LINEBREAK: return .lineBreak
        case CMARK_NODE_CODE: return .inlineCode
        case CMARK_NODE_HTML_INLINE: return .inlineHTML
        case CMARK_NODE_EMPH: return .emphasis
        case CMARK_NODE_STRONG: return .strong
        case CMARK_NODE_LINK: return .link
        case CMARK_NODE_IMAGE: return .image
        default: return extendedKind
        }
    }

    /// The kind of an extension's node. The types of extensions have different numbers in every
    /// process, but fixed names.
    private var extendedKind: Kind {
        switch unsafe string(cmark_node_get_type_string(node)) {
        case "table": .table
        case "table_header", "table_row": .row
        case "strikethrough": .strike
        default: .other
        }
    }

    fileprivate var children: [MarkdownNode] {
        var children: [MarkdownNode] = []
        var next = unsafe cmark_node_first_child(node)
        while let child = unsafe next {
            children.append(unsafe MarkdownNode(child))
            unsafe next = unsafe cmark_node_next(child)
        }
        return children
    }

    var literal: String { unsafe string(cmark_node_get_literal(node)) }
    var url: String { unsafe string(cmark_node_get_url(node)) }
    /// The info string of a code fence.
    var fence: String { unsafe string(cmark_node_get_fence_info(node)) }
    var level: Int { Int(unsafe cmark_node_get_heading_level(node)) }

    fileprivate var listStart: Int? {
        guard unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST else { return nil }
        return Int(unsafe cmark_node_get_list_start(node))
    }

    var isDone: Bool? {
        guard unsafe string(cmark_node_get_type_string(node)) == "tasklist" else { return nil }
        return unsafe cmark_gfm_extensions_get_tasklist_item_checked(node)
    }

    var columns: [TextBlock.ColumnAlignment] {
        let count = Int(unsafe cmark_gfm_extensions_get_table_columns(node))
        guard let marks = unsafe cmark_gfm_extensions_get_table_alignments(node) else { return [] }
        return (0..<count).map { index in
            switch unsafe marks[index] {
            case UInt8(ascii: "l"): .left
            case UInt8(ascii: "c"): .center
            case UInt8(ascii: "r"): .right
            default: .none
            }
        }
    }

    /// Visits all descendants without recursion, because emphasis may nest as deeply as the text is
    /// long. `visit` is called at the beginning and end of each node and returns whether to
    /// continue.
    fileprivate func walk(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Bool) {
        guard let iterator = unsafe cmark_iter_new(node) else { return }
        defer { unsafe cmark_iter_free(iterator) }
        while true {
            let event = unsafe cmark_iter_next(iterator)
            guard event == CMARK_EVENT_ENTER || event == CMARK_EVENT_EXIT,
                let current = unsafe cmark_iter_get_node(iterator)
            else { return }
            if unsafe current != node,
                !visit(unsafe MarkdownNode(current), event == CMARK_EVENT_ENTER)
            {
                return
            }
        }
    }

    private func string(_ text: UnsafePointer<CChar>?) -> String {
        guard let text = unsafe text else { return "" }
        return unsafe String(cString: text)
    }
}
