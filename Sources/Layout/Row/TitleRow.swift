import Conversation
import Scene
import Theme

/// The conversation's name over everything, where the caller asks for it.
struct TitleRow: RowContent {
    let title: ShapedText
    let subtitle: ShapedText?
    static let padding = Insets(top: 14, left: 16, bottom: 12, right: 16)

    static func measured(_ layout: Layout, _ measurer: any TextMeasurer) -> Row {
        let looks = layout.theme.text
        let room = layout.width - padding.horizontal
        let words = layout.conversation.title ?? ""
        let title = measurer.shape(
            StyledText(
                words, style: looks.title.style, color: looks.title.color, alignment: .center,
                lineLimit: 2),
            width: room)
        let subtitle = layout.conversation.subtitle.map {
            measurer.shape(
                StyledText(
                    $0, style: looks.subtitle.style, color: looks.subtitle.color,
                    alignment: .center, lineLimit: 2),
                width: room)
        }
        let row = TitleRow(title: title, subtitle: subtitle)
        return Row(
            gap: 0, height: row.height, keepsWithNext: true, role: .title,
            text: [words, layout.conversation.subtitle ?? ""].filter { !$0.isEmpty }
                .joined(separator: "\n"),
            content: row)
    }

    var height: Double {
        title.size.height + (subtitle?.size.height ?? 0) + TitleRow.padding.vertical
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let top = frame.minY + TitleRow.padding.top
        drawing.text(title, at: Point(frame.midX - title.size.width / 2, top))
        if let subtitle {
            drawing.text(
                subtitle,
                at: Point(frame.midX - subtitle.size.width / 2, top + title.size.height))
        }
    }
}
