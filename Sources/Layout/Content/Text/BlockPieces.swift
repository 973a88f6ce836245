import Model
import Scene
import Themes

struct BlockPieces {
    let body: StyledTextBuilder
    let theme: Theme
    let style: BubbleStyle
    let measurer: any TextMeasurer
    /// Small words after the body, in its last paragraph or on their own.
    var suffix: String?

    private static let maxDepth = 6
    static let minWidth = 16.0

    private var texts: TextStyles { theme.text }

    /// The gap between blocks, relative to the line height as between paragraphs of a page.
    private var gap: Double { max(StackPiece.gap, texts.body.lineHeight * 0.4) }

    /// One piece if the body has more than one block.
    func body(_ blocks: [TextBlock], width: Double) -> [any Piece] {
        var made = pieces(blocks, width: width)
        if let suffix {
            var ending = body
            ending.suffix = suffix
            let rich: RichText
            if case .paragraph(let last)? = blocks.last {
                made.removeLast()
                rich = last
            } else {
                rich = RichText("")
            }
            made.append(ending.piece(rich, width: max(width, BlockPieces.minWidth), measurer))
        }
        guard made.count > 1 else { return made }
        return [StackPiece(pieces: made, gap: gap)]
    }

    func pieces(_ blocks: [TextBlock], width: Double, depth: Int = 0) -> [any Piece] {
        blocks.map { piece($0, width: max(width, BlockPieces.minWidth), depth: depth) }
    }

    /// As wide as the available space.
    func titled(_ table: FactTable, width: Double) -> [any Piece] {
        let rows = table.rows.map { $0.map { RichText($0) } }
        let isHeaded = !table.head.isEmpty
        return [
            piece(.heading(level: 3, RichText(table.title)), width: width, depth: 0),
            self.table(
                [], (isHeaded ? [table.head.map { RichText($0) }] : []) + rows, width: width,
                head: isHeaded ? .row : .column, fills: true),
        ]
    }

    private func piece(_ block: TextBlock, width: Double, depth: Int) -> any Piece {
        switch block {
        case .paragraph(let rich):
            return body.piece(rich, width: width, measurer)
        case .heading(let level, let rich):
            var heading = body.piece(rich, style: heading(level), width: width, measurer)
            heading.part = .heading
            return heading
        case .code(let language, let text):
            return code(text, language, width: width)
        case .quote(let blocks):
            return quote(blocks, width: width, depth: depth)
        case .list(let start, let items):
            return list(items, start: start, width: width, depth: depth)
        case .table(let alignments, let header, let rows):
            return table(alignments, [header] + rows, width: width)
        case .rule:
            return RulePiece(color: style.secondaryColor.withAlpha(0.5))
        }
    }

    private func heading(_ level: Int) -> TextStyle {
        var heading = texts.body
        let scale = [1.4, 1.25, 1.12][min(max(level, 1), 3) - 1]
        heading.size *= scale
        heading.lineHeight *= scale
        heading.weight = 700
        return heading
    }

    private func stack(_ blocks: [TextBlock], width: Double, depth: Int) -> StackPiece {
        StackPiece(
            pieces: pieces(blocks, width: width, depth: depth + 1), gap: StackPiece.gap)
    }

    private func code(_ text: String, _ language: String?, width: Double) -> any Piece {
        let room = max(width - CodePiece.padding.horizontal, 16)
        var styled = StyledText(
            text.isEmpty ? " " : text, style: texts.mono, color: theme.code.textColor,
            direction: .leftToRight, alignment: .left)
        styled.hangsFurtherLines = true
        styled.spans = SyntaxColors(theme.code).spans(in: text, language: language)
        var label = texts.small
        label.size = min(label.size, 11)
        label.lineHeight = 14
        let name = language.flatMap { name in
            name.isEmpty
                ? nil
                : measurer.shape(
                    StyledText(name, style: label, color: theme.code.comment, lineLimit: 1),
                    width: room)
        }
        return CodePiece(
            shaped: measurer.shape(styled, width: room), language: name, style: theme.code)
    }

    private func quote(_ blocks: [TextBlock], width: Double, depth: Int) -> any Piece {
        let indent = depth < BlockPieces.maxDepth ? QuotePiece.indent : 0
        let content = stack(blocks, width: width - indent, depth: depth)
        guard indent > 0 else { return content }
        return QuotePiece(
            content: content, bar: style.accentColor,
            isRightToLeft: content.isRightToLeft ?? false)
    }

    private func list(
        _ items: [TextBlock.ListItem], start: Int?, width: Double, depth: Int
    ) -> any Piece {
        let markers = items.enumerated().map { number, item in
            marker(item, number: start.map { $0 &+ number })
        }
        let widest = markers.reduce(10.0) { widest, marker in
            switch marker {
            case .text(let text): max(widest, text.size.width)
            case .box(_, let side, _, _): max(widest, side)
            }
        }
        let indent = depth < BlockPieces.maxDepth ? widest + 8 : 0
        let contents = items.map { stack($0.blocks, width: width - indent, depth: depth) }
        // An item without text, such as code, follows the list's first text.
        let isListRightToLeft = contents.lazy.compactMap(\.isRightToLeft).first ?? false
        return ListPiece(
            items: items.indices.map { index in
                let isRightToLeft = contents[index].isRightToLeft ?? isListRightToLeft
                // The point of a number is on the side of the text.
                let marker =
                    isRightToLeft
                    ? self.marker(
                        items[index], number: start.map { $0 &+ index }, direction: .rightToLeft)
                    : markers[index]
                return ListPiece.Item(
                    marker: marker, content: contents[index], isRightToLeft: isRightToLeft)
            }, indent: indent, isNumbered: start != nil, gap: 2)
    }

    private func marker(
        _ item: TextBlock.ListItem, number: Int?, direction: StyledText.Direction = .automatic
    ) -> ListPiece.Marker {
        if let isDone = item.isDone {
            return .box(
                isDone: isDone, side: texts.body.size * 0.75, color: style.accentColor,
                lineHeight: texts.body.lineHeight)
        }
        let words = number.map { "\($0)." } ?? "•"
        return .text(
            measurer.shape(
                StyledText(
                    words, style: texts.body, color: style.textColor, direction: direction),
                width: 80))
    }

    private func table(
        _ alignments: [TextBlock.ColumnAlignment], _ rows: [[RichText]], width: Double,
        head: TablePiece.Head = .row, fills: Bool = false
    ) -> any Piece {
        let count = rows.map(\.count).max() ?? 0
        guard count > 0 else { return StackPiece(pieces: [], gap: 0) }
        var small = texts.body
        small.size *= 0.88
        small.lineHeight *= 0.9
        func shaped(
            _ cell: RichText, isHead: Bool, width: Double,
            alignment: TextBlock.ColumnAlignment = .none
        ) -> ShapedText {
            var style = small
            if isHead { style.weight = 600 }
            var styled = body.styled(cell, style: style, for: measurer)
            styled.alignment = alignment.ofLines ?? styled.alignment
            return measurer.shape(styled, width: width)
        }
        let padding = TablePiece.padding.horizontal
        let minColumn = padding + 2 * small.size
        let natural = (0..<count).map { column in
            rows.enumerated().reduce(8.0) { widest, row in
                guard column < row.element.count else { return widest }
                let cell = shaped(
                    row.element[column], isHead: head.holds(row: row.offset, column: column),
                    width: width)
                return max(widest, cell.size.width + padding)
            }
        }
        var columns = TableColumns.fitted(
            natural, width: width, fills: fills || self.style.width == .column)
        // Columns of one or two letters are not legible.
        if !fills, zip(columns, natural).contains(where: { $0 < min($1, minColumn) }) {
            return records(rows, style: small, width: width)
        }
        // In a table of names and values, the values start close to the names.
        if fills, head == .column, count == 2, natural.reduce(0, +) < width {
            let first = min(max(natural[0], width / 4), width - natural[1])
            columns = [first, width - first]
        }
        let cells = rows.enumerated().map { number, row in
            row.enumerated().map { column, cell in
                shaped(
                    cell, isHead: head.holds(row: number, column: column),
                    width: max(columns[column] - padding, 8),
                    alignment: column < alignments.count ? alignments[column] : .none)
            }
        }
        let inset = fills ? TablePiece.denseInset : TablePiece.padding.top
        let heights = cells.map { row in
            row.reduce(small.lineHeight) { max($0, $1.size.height) } + 2 * inset
        }
        return TablePiece(
            columns: columns, heights: heights, cells: cells, alignments: alignments,
            line: style.secondaryColor.withAlpha(0.6), headFill: style.cardFill, head: head,
            inset: inset)
    }

    /// A table with more columns than the width has room for: a paragraph for each row, with a line
    /// "header: value" for each column.
    private func records(_ rows: [[RichText]], style: TextStyle, width: Double) -> any Piece {
        let header = (rows.first ?? []).map { words in
            words.text.isEmpty
                ? words
                : RichText(
                    words.text, [Entity(0..<words.text.utf8.count, .bold)] + words.entities)
        }
        let values = rows.dropFirst()
        let records = values.isEmpty ? [header] : values.map { BlockPieces.record($0, header) }
        return StackPiece(
            pieces: records.map { lines in
                body.piece(RichText(lines: lines), style: style, width: width, measurer)
            }, gap: gap)
    }

    private static func record(_ row: [RichText], _ header: [RichText]) -> [RichText] {
        row.enumerated().map { column, value in
            guard column < header.count, !header[column].text.isEmpty else { return value }
            return header[column].appending(": ", value)
        }
    }
}

extension RichText {
    fileprivate init(lines: [RichText]) {
        self.init("")
        for (number, line) in lines.enumerated() { append(number == 0 ? "" : "\n", line) }
    }

    fileprivate func appending(_ separator: String, _ other: RichText) -> RichText {
        var joined = self
        joined.append(separator, other)
        return joined
    }

    fileprivate mutating func append(_ separator: String, _ other: RichText) {
        text += separator
        let shift = text.utf8.count
        text += other.text
        entities += other.entities.map { entity in
            Entity(
                entity.range.lowerBound + shift..<entity.range.upperBound + shift, entity.kind)
        }
    }
}

private struct QuotePiece: Piece {
    let content: StackPiece
    let bar: Color
    let isRightToLeft: Bool

    static let indent = 11.0
    private static let barWidth = 3.0

    var size: Size { Size(content.size.width + QuotePiece.indent, content.size.height) }
    var text: String { content.text }
    var breaks: [Double] { content.breaks }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let x = isRightToLeft ? frame.maxX - QuotePiece.barWidth : frame.minX
        drawing.fill(
            .rounded(Rect(x, frame.minY, QuotePiece.barWidth, frame.height), 1.5), bar)
        let inset = Insets(
            left: isRightToLeft ? 0 : QuotePiece.indent,
            right: isRightToLeft ? QuotePiece.indent : 0)
        drawing.part(.quotation, in: frame) {
            content.draw(in: frame.inset(by: inset), clip: nil, on: &$0)
        }
    }
}

struct RulePiece: Piece {
    let color: Color
    let size = Size(24, 9)
    let text = ""

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        drawing.fill(.rectangle(Rect(frame.minX, frame.midY - 0.5, frame.width, 1)), color)
    }
}
