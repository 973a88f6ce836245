import Model
import Scene
import Themes

/// "3 unread messages" between two lines, above the first unread message.
struct UnreadRow: RowContent {
    private let words: DayHeaderRow
    private let line: Color
    private let margins: Insets

    private static let gap = 10.0

    static func measured(
        _ note: NoteEntry, _ message: Message, _ words: String, _ layout: Layout, gap: Double,
        _ measurer: any TextMeasurer
    ) -> Row {
        let look = layout.theme.text.note
        let styled = StyledText(words, style: look.style, color: look.color, alignment: .center)
        let row = UnreadRow(
            words: DayHeaderRow.centered(styled, layout, measurer),
            line: look.color.withAlpha(0.4), margins: layout.theme.canvas.margins)
        return Row(
            gap: gap, height: row.words.height, keepsWithNext: true, message: note.index,
            role: .note, text: words, language: message.language, day: note.isoDay, content: row)
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let lane = frame.inset(by: Insets(left: margins.left, right: margins.right))
        let beside = words.width / 2 + UnreadRow.gap
        for (left, right) in [
            (lane.minX, frame.midX - beside), (frame.midX + beside, lane.maxX),
        ] where right > left {
            drawing.fill(.rectangle(Rect(left, frame.midY - 0.5, right - left, 1)), line)
        }
        words.draw(in: frame, on: &drawing)
    }
}
