/// A body as plain text with marks, outer ones first. Nil if the body has blocks that marks cannot
/// represent.
struct MarkedText {
    private(set) var text = ""
    private(set) var marks: [TextMark] = []
    /// Whether headings, lists, rules and consecutive paragraphs are marked as well. Markdown is
    /// easier to edit.
    private let hasAllBlocks: Bool

    init?(_ blocks: [TextBlock], hasAllBlocks: Bool = false) {
        self.hasAllBlocks = hasAllBlocks
        guard append(blocks, isInQuote: false) else { return nil }
    }

    private mutating func append(_ blocks: [TextBlock], isInQuote: Bool) -> Bool {
        var wasParagraph = false
        for (index, block) in blocks.enumerated() {
            if index > 0 { text += "\n" }
            var isParagraph = false
            switch block {
            case .paragraph(let rich):
                guard !rich.isEmpty, hasAllBlocks || !wasParagraph else { return false }
                isParagraph = true
                guard wasParagraph else {
                    append(rich)
                    break
                }
                mark(.paragraph) { $0.append(rich) }
            case .code(let language, let code):
                guard !code.isEmpty else { return false }
                mark(.code(language: language)) { $0.text += code }
            case .quote(let inner):
                guard !isInQuote, !inner.isEmpty,
                    mark(.quote, { $0.append(inner, isInQuote: true) })
                else { return false }
            case .heading(let level, let rich):
                guard hasAllBlocks, !rich.isEmpty else { return false }
                mark(.heading(level: level)) { $0.append(rich) }
            case .list(let start, let items):
                guard hasAllBlocks, mark(.list(start: start), { $0.append(items, isInQuote) })
                else { return false }
            case .rule:
                guard hasAllBlocks else { return false }
                mark(.rule) { $0.text += "---" }
            case .table: return false
            }
            wasParagraph = isParagraph
        }
        return true
    }

    private mutating func append(_ items: [TextBlock.ListItem], _ isInQuote: Bool) -> Bool {
        for (index, item) in items.enumerated() {
            if index > 0 { text += "\n" }
            let isWritten = mark(.item(isDone: item.isDone)) {
                $0.append(item.blocks, isInQuote: isInQuote)
            }
            guard !item.blocks.isEmpty, isWritten else { return false }
        }
        return !items.isEmpty
    }

    /// Adds a mark for the text that `write` appends, before the marks inside.
    private mutating func mark<Result>(
        _ kind: TextMark.Kind, _ write: (inout MarkedText) -> Result
    ) -> Result {
        let place = marks.count
        let start = text.utf8.count
        marks.append(TextMark(start..<start, kind))
        let result = write(&self)
        marks[place].range = start..<text.utf8.count
        return result
    }

    private mutating func append(_ rich: RichText) {
        let start = text.utf8.count
        text += rich.text
        let found = Set(rich.entities.isEmpty ? [] : LinkFinder.links(in: rich.text))
        for entity in rich.entities where !found.contains(entity) {
            let range = entity.range.lowerBound + start..<entity.range.upperBound + start
            marks.append(TextMark(range, .entity(entity.kind)))
        }
    }
}
