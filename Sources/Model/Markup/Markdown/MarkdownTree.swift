import Basics
import CMarkdown
import Synchronization

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

    /// Parses a text. Returns nil if memory or the budget runs out.
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
    borrowing func withRoot<Result>(_ read: (MarkdownNode) -> Result) -> Result {
        read(unsafe MarkdownNode(root))
    }
}

/// A node of a tree. The tree must outlive the node.
@safe
struct MarkdownNode {
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

    var children: [MarkdownNode] {
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

    /// The first number of an ordered list, or nil for bullets.
    var listStart: Int? {
        guard unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST else { return nil }
        return Int(unsafe cmark_node_get_list_start(node))
    }

    /// Whether a task is done, or nil if the item is not a task.
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
    func walk(_ visit: (_ node: MarkdownNode, _ isEntering: Bool) -> Bool) {
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
