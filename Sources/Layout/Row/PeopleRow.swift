import Model
import Scene
import Themes

/// All participants' names and handles, in the bar under the title.
struct PeopleRow: RowContent {
    let people: [ShapedText]
    let style: HeaderStyle
    let isMirrored: Bool

    /// The gap below the title.
    private static let gap = 4.0
    /// The maximum number of names; the rest is counted.
    private static let maxPeople = 60

    static func measured(_ layout: Layout, _ measurer: any TextMeasurer) -> Row {
        let style = HeaderStyle(of: layout)
        let look = layout.theme.text.subtitle
        let words = words(layout)
        let row = PeopleRow(
            people: words.map { words in
                measurer.shape(
                    StyledText(
                        words, style: look.style, color: layout.headerColor(look),
                        alignment: style.alignment == .center ? .center : .start, lineLimit: 2),
                    width: max(layout.width - style.padding.horizontal, 40))
            },
            style: style, isMirrored: layout.phrases.isRightToLeft)
        var bar = Row(
            gap: 0, height: row.height, breaks: row.breaks, keepsWithNext: true, role: .note,
            text: words.joined(separator: "\n"), content: row)
        bar.isInBar = true
        return bar
    }

    /// "Ana Ruiz · +34 600 123 456" per participant, and the number of further participants. Sheets
    /// also show the side: "Ana Ruiz · You".
    private static func words(_ layout: Layout) -> [String] {
        let all = layout.conversation.participants
        let people = all.prefix(maxPeople).enumerated().map { index, person in
            let handle = person.handle.flatMap { $0 == person.name ? nil : $0 }
            let you = layout.phrases[.you]
            let isMe =
                layout.sheet != nil && layout.conversation.me == index && person.name != you
            return layout.phrases.isolated([person.name, handle, isMe ? you : nil])
        }
        guard all.count > people.count else { return people }
        return people + ["+ " + layout.phrases.counted(.more, all.count - people.count)]
    }

    private var height: Double {
        people.reduce(PeopleRow.gap + style.padding.bottom) { $0 + $1.size.height }
    }

    /// The offsets between participants: there may be more than a page can hold.
    private var breaks: [Double] {
        var y = PeopleRow.gap
        return people.dropLast().map { person in
            y += person.size.height
            return y
        }
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        let canvas = drawing.canvas
        let bar = Rect(canvas.minX, frame.minY, canvas.width, frame.height)
        drawing.fill(.rectangle(bar), style.fill)
        if let line = style.line {
            drawing.fill(.rectangle(Rect(bar.minX, bar.maxY - 0.5, bar.width, 0.5)), line)
        }
        let inner = frame.inset(by: style.padding)
        var y = frame.minY + PeopleRow.gap
        for person in people {
            let width = person.size.width
            let x =
                switch style.alignment {
                case .center: inner.midX - width / 2
                case .start: isMirrored ? inner.maxX - width : inner.minX
                }
            drawing.text(person, at: Point(x, y))
            y += person.size.height
        }
    }
}
