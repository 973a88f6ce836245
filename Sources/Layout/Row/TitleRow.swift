import Model
import Scene
import Themes

/// The bar at the very top, with the conversation's name and picture.
struct TitleRow: RowContent {
    let title: ShapedText
    let subtitle: ShapedText?
    let avatar: Avatar?
    let style: HeaderStyle
    let isMirrored: Bool

    private static let gap = 10.0

    static func measured(_ layout: Layout, _ measurer: any TextMeasurer) -> Row {
        let looks = layout.theme.text
        let style = HeaderStyle(of: layout)
        let isCentered = style.alignment == .center
        let avatar = avatar(layout, style, measurer)
        let room =
            layout.width - style.padding.horizontal
            - (isCentered || avatar == nil ? 0 : style.avatarSize + gap)
        func shaped(_ words: String, _ look: TextStyles.Colored, lines: Int = maxLines)
            -> ShapedText
        {
            measurer.shape(
                StyledText(
                    words, style: look.style, color: layout.headerColor(look),
                    alignment: isCentered ? .center : .start, lineLimit: lines),
                width: max(room, 40))
        }
        let words =
            layout.conversation.title
            ?? names(layout) {
                shaped($0, looks.title, lines: maxLines + 1).lines.count <= maxLines
            }
        let continues =
            if case .people? = layout.entries.dropFirst().first { true } else {
                layout.sheet?.evidence != nil
            }
        let row = TitleRow(
            title: shaped(words, looks.title),
            subtitle: layout.conversation.subtitle.map { shaped($0, looks.subtitle) },
            avatar: avatar, style: continues ? style.openBelow : style,
            isMirrored: layout.phrases.isRightToLeft)
        return Row(
            gap: 0, height: row.height, keepsWithNext: true, role: .title,
            text: [words, layout.conversation.subtitle ?? ""].filter { !$0.isEmpty }
                .joined(separator: "\n"),
            content: row)
    }

    /// The maximum number of names in place of a title.
    static let maxNames = 6

    private static let maxLines = 2

    /// The names of the participants other than "me". Those that do not fit are counted.
    private static func names(_ layout: Layout, fit: (String) -> Bool) -> String {
        let people = layout.conversation.participants
        let count = people.count - (layout.conversation.me == nil ? 0 : 1)
        let all = others(layout)
        guard count > 1, count > maxNames || !fit(all) else { return all }
        let first = people.indices.lazy.filter { $0 != layout.conversation.me }
            .prefix(maxNames).map { layout.name(of: $0) }
        let lists = (1...min(maxNames, count - 1)).reversed().lazy.map {
            layout.phrases.beginning(of: first, most: $0, count: count)
        }
        return lists.first(where: fit) ?? lists.last ?? all
    }

    /// The names of the first participants other than "me".
    static func others(_ layout: Layout) -> String {
        layout.conversation.participants.enumerated().lazy
            .filter { $0.offset != layout.conversation.me }
            .prefix(maxNames).map(\.element.plainName).joined(separator: ", ")
    }

    static func avatar(
        _ layout: Layout, _ style: HeaderStyle, _ measurer: any TextMeasurer
    ) -> Avatar? {
        let people = layout.conversation.participants.indices.lazy.filter {
            $0 != layout.conversation.me
        }.prefix(2)
        guard style.avatarSize > 0, layout.conversation.kind != .assistant, let first = people.first
        else { return nil }
        var person = layout.conversation.participants[first]
        if people.count > 1 {
            person = Participant(id: "", name: layout.conversation.title ?? person.name)
        }
        var look = layout.theme.avatar
        look.size = style.avatarSize
        look.radius = style.avatarSize / 2
        return Avatar(
            participant: person, ground: layout.avatarColor(of: person, first), style: look,
            look: layout.theme.text.sender, pictures: layout.pictures, measurer: measurer)
    }

    private var lines: [ShapedText] { [title] + [subtitle].compactMap { $0 } }

    private var wordsHeight: Double {
        lines.reduce(0) { $0 + $1.size.height }
    }

    var height: Double {
        let picture = avatar == nil ? 0 : style.avatarSize
        let inner =
            style.alignment == .center
            ? wordsHeight + (picture > 0 ? picture + 4 : 0) : max(wordsHeight, picture)
        return inner + style.padding.vertical
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        // The bar covers the canvas's margin up to its top edge; on paper only its line is drawn.
        let canvas = drawing.canvas
        let top = canvas.minX > 0 ? frame.minY : canvas.minY
        let bar = Rect(canvas.minX, top, canvas.width, frame.maxY - top)
        drawing.ink = drawing.ink.union(bar)
        drawing.fill(.rectangle(bar), style.fill)
        if let line = style.line {
            drawing.fill(.rectangle(Rect(bar.minX, bar.maxY - 0.5, bar.width, 0.5)), line)
        }
        let inner = Rect(frame.minX, top, frame.width, bar.height).inset(by: style.padding)
        switch style.alignment {
        case .center: drawCentered(in: inner, on: &drawing)
        case .start: drawInARow(in: inner, on: &drawing)
        }
    }

    private func drawCentered(in frame: Rect, on drawing: inout Drawing) {
        var y = frame.midY - (height - style.padding.vertical) / 2
        if let avatar {
            avatar.draw(
                in: Rect(
                    frame.midX - style.avatarSize / 2, y, style.avatarSize, style.avatarSize),
                on: &drawing)
            y += style.avatarSize + 4
        }
        draw(from: y, on: &drawing) { frame.midX - $0.size.width / 2 }
    }

    private func draw(
        from top: Double, on drawing: inout Drawing, at left: (ShapedText) -> Double
    ) {
        var y = top
        for line in lines {
            drawing.text(line, at: Point(left(line), y))
            y += line.size.height
        }
    }

    private func drawInARow(in frame: Rect, on drawing: inout Drawing) {
        var indent = 0.0
        if let avatar {
            let side = style.avatarSize
            let x = isMirrored ? frame.maxX - side : frame.minX
            avatar.draw(in: Rect(x, frame.midY - side / 2, side, side), on: &drawing)
            indent = side + TitleRow.gap
        }
        draw(from: frame.midY - wordsHeight / 2, on: &drawing) {
            isMirrored ? frame.maxX - indent - $0.size.width : frame.minX + indent
        }
    }
}

extension Layout {
    /// On paper the canvas is behind the text of a header.
    func headerColor(_ look: TextStyles.Colored) -> Color {
        guard sheet != nil else { return look.color }
        return look.color.shade(
            standingOutFrom: theme.canvas.background.color, atLeast: Layout.headerContrast)
    }

    /// The contrast of small text by WCAG 2.2.
    private static let headerContrast = 4.5
}

extension HeaderStyle {
    /// The theme's header. On paper, a fill between the margins would look like a box on its own.
    init(of layout: Layout) {
        self = layout.theme.header
        if layout.sheet != nil { fill = .clear }
    }

    /// The style for a bar that continues below with the participants' names.
    fileprivate var openBelow: HeaderStyle {
        var style = self
        style.padding.bottom = 0
        style.line = nil
        return style
    }
}

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
