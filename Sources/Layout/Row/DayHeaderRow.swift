import Scene
import Themes

/// A centered day, as bare text or in a chip, by theme.
struct DayHeaderRow: RowContent {
    let text: ShapedText
    let chip: ChipStyle
    /// The hairline on both sides of the text, and its distance from the edges.
    var line: (color: Color, margins: Insets)?

    private static let lineGap = 8.0

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
    var width: Double { text.size.width + chip.padding.horizontal }

    /// The offsets between the lines of a long note.
    var breaks: [Double] { text.breaks.map { chip.padding.top + $0 } }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let body = Rect(frame.midX - width / 2, frame.minY, width, height)
        if let line {
            draw(line.color, in: frame.inset(by: line.margins), around: body, on: &drawing)
        }
        let outline = Path.rounded(body, chip.radius)
        if let shadow = chip.shadow { drawing.add(shadow, of: outline) }
        if let fill = chip.fill { drawing.fill(outline, fill) }
        if let border = chip.border {
            drawing.add(.stroke(outline, Stroke(border.color, width: border.width)))
        }
        drawing.text(text, at: Point(body.minX + chip.padding.left, body.minY + chip.padding.top))
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
