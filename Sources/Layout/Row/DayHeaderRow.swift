import Scene
import Themes

/// A day or a note, as bare text or in a chip, by theme.
struct DayHeaderRow: RowContent {
    let text: ShapedText
    let chip: ChipStyle
    /// An icon before the text.
    var icon: (mark: Mark, color: Color)?
    /// The left edge; nil for the center.
    var left: Double?
    /// The hairline on both sides of the text, and its distance from the edges.
    var line: (color: Color, margins: Insets)?

    private static let lineGap = 8.0
    private static let iconGap = 5.0

    static func measured(
        _ header: DayHeader, _ layout: Layout, gap: Double, _ measurer: any TextMeasurer
    ) -> Row {
        let look = layout.theme.text.dayHeader
        let words = [header.day, header.time ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
        var styled = StyledText(words, style: look.style, color: look.color, alignment: .center)
        if let weight = layout.theme.text.dayHeaderDayWeight, !header.day.isEmpty {
            var span = StyledText.Span(0..<header.day.utf8.count)
            span.weight = weight
            styled.spans = [span]
        }
        var row = centered(styled, layout, measurer)
        row.line = layout.theme.chip.line.map { ($0, layout.theme.canvas.margins) }
        return Row(
            gap: gap, height: row.height, keepsWithNext: true,
            // A time alone, after a pause, is not a heading.
            role: header.day.isEmpty ? .note : .dayHeader, text: words,
            day: header.isoDay, content: row)
    }

    /// A note in the center, or where messages begin, by theme.
    static func note(
        _ words: String, _ layout: Layout, icon: (mark: Mark, color: Color)? = nil,
        _ measurer: any TextMeasurer
    ) -> DayHeaderRow {
        let look = layout.theme.text.note
        var styled = StyledText(words, style: look.style, color: look.color, alignment: .center)
        guard layout.theme.chip.notesAreAside, layout.theme.frames == nil else {
            var row = centered(styled, layout, measurer)
            row.icon = icon
            return row
        }
        styled.alignment = .start
        let margins = layout.theme.canvas.margins
        let left = margins.left + layout.indent(on: .left)
        let taken = icon == nil ? 0 : look.style.lineHeight + iconGap
        var chip = layout.theme.chip
        (chip.fill, chip.border, chip.shadow, chip.padding) = (nil, nil, nil, .zero)
        return DayHeaderRow(
            text: measurer.shape(
                styled, width: max(layout.width - left - margins.right - taken, 20)),
            chip: chip, icon: icon, left: left)
    }

    static func centered(
        _ styled: StyledText, _ layout: Layout, _ measurer: any TextMeasurer
    ) -> DayHeaderRow {
        let chip = layout.theme.chip
        let room =
            layout.width - layout.theme.canvas.margins.horizontal - chip.padding.horizontal
        return DayHeaderRow(
            text: measurer.shape(styled, width: max(room * 0.9, 20)), chip: chip)
    }

    var height: Double { text.size.height + chip.padding.vertical }
    var width: Double { iconRoom + text.size.width + chip.padding.horizontal }

    private var iconRoom: Double { icon == nil ? 0 : text.lineHeight + DayHeaderRow.iconGap }

    /// The offsets between the lines of a long note.
    var breaks: [Double] { text.breaks.map { chip.padding.top + $0 } }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let body = Rect(
            left.map { frame.minX + $0 } ?? frame.midX - width / 2, frame.minY, width, height)
        if let line {
            draw(line.color, in: frame.inset(by: line.margins), around: body, on: &drawing)
        }
        let outline = Path.rounded(body, chip.radius)
        if let shadow = chip.shadow { drawing.add(shadow, of: outline) }
        if let fill = chip.fill { drawing.fill(outline, fill) }
        if let border = chip.border {
            drawing.add(.stroke(outline, Stroke(border.color, width: border.width)))
        }
        let isMirrored = text.lines.first?.isRightToLeft ?? false
        let start = body.minX + chip.padding.left
        let y = body.minY + chip.padding.top
        if let icon {
            let side = text.lineHeight
            let x = isMirrored ? body.maxX - chip.padding.right - side : start
            drawing.add(
                icon.mark.nodes(
                    in: Rect(x, y, side, side).inset(by: Insets(all: side * 0.06)), icon.color))
        }
        drawing.text(text, at: Point(start + (isMirrored ? 0 : iconRoom), y))
    }

    private func draw(
        _ line: Color, in lane: Rect, around body: Rect, on drawing: inout Drawing
    ) {
        let y = body.midY.rounded() - 0.5
        let gap = chip.border == nil && chip.fill == nil ? DayHeaderRow.lineGap : 0
        for (start, end) in [(lane.minX, body.minX - gap), (body.maxX + gap, lane.maxX)]
        where start < end {
            drawing.fill(.rectangle(Rect(start, y, end - start, 1)), line)
        }
    }
}
