import Model
import Scene
import Themes

struct TitleRow: RowContent {
    private let heading: Heading
    private let style: HeaderStyle

    private static let avatarGap = 4.0

    static func measured(_ layout: Layout, _ measurer: any TextMeasurer) -> Row {
        let looks = layout.theme.text
        let style = HeaderStyle(of: layout)
        let isCentered = style.alignment == .center
        let avatar = avatar(layout, style, with: measurer)
        let room =
            layout.width - style.padding.horizontal
            - (isCentered || avatar == nil ? 0 : style.avatarSize + Heading.gap)
        func shaped(_ words: String, _ font: TextStyles.Colored, lines: Int = maxLines)
            -> ShapedText
        {
            measurer.shape(
                StyledText(
                    words, style: font.style, color: layout.headerColor(font),
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
        let subtitle = layout.conversation.subtitle.map { shaped($0, looks.subtitle) }
        let row = TitleRow(
            heading: Heading(
                lines: [shaped(words, looks.title)] + [subtitle].compactMap { $0 },
                avatar: avatar, side: style.avatarSize,
                isMirrored: layout.phrases.isRightToLeft, drawsText: true),
            style: continues ? style.openBelow : style)
        return Row(
            gap: 0, height: row.height, keepsWithNext: true, role: .title,
            text: [words, layout.conversation.subtitle ?? ""].filter { !$0.isEmpty }
                .joined(separator: "\n"),
            content: row)
    }

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

    static func others(_ layout: Layout) -> String {
        layout.conversation.participants.enumerated().lazy
            .filter { $0.offset != layout.conversation.me }
            .prefix(maxNames).map(\.element.plainName).joined(separator: ", ")
    }

    static func avatar(
        _ layout: Layout, _ style: HeaderStyle, with measurer: any TextMeasurer
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
        var avatar = layout.theme.avatar
        avatar.size = style.avatarSize
        avatar.radius = style.avatarSize / 2
        return Avatar(
            participant: person, ground: layout.avatarColor(of: person, first), style: avatar,
            text: layout.theme.text.sender, pictures: layout.pictures, measurer: measurer)
    }

    var height: Double {
        let inner =
            style.alignment == .center
            ? heading.height(avatarGap: TitleRow.avatarGap)
            : max(heading.linesHeight, heading.avatar == nil ? 0 : style.avatarSize)
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
        case .center: heading.drawCentered(in: inner, gap: TitleRow.avatarGap, on: &drawing)
        case .start: heading.drawInARow(in: inner, indent: 0, on: &drawing)
        }
    }
}

/// Lines of text beside or below a picture, in a title and in the bar of an app.
struct Heading: Sendable {
    let lines: [ShapedText]
    let avatar: Avatar?
    /// The diameter of the picture.
    let side: Double
    let isMirrored: Bool
    /// Whether the lines are text of the conversation instead of labels.
    let drawsText: Bool

    static let gap = 10.0

    var linesHeight: Double { lines.reduce(0) { $0 + $1.size.height } }

    func height(avatarGap: Double) -> Double {
        linesHeight + (avatar == nil ? 0 : side + avatarGap)
    }

    func drawCentered(in frame: Rect, gap: Double, on drawing: inout Drawing) {
        var y = frame.midY - height(avatarGap: gap) / 2
        if let avatar {
            avatar.draw(in: Rect(frame.midX - side / 2, y, side, side), on: &drawing)
            y += side + gap
        }
        draw(from: y, on: &drawing) { frame.midX - $0.size.width / 2 }
    }

    func drawInARow(in frame: Rect, indent: Double, on drawing: inout Drawing) {
        var indent = indent
        if let avatar {
            let x = isMirrored ? frame.maxX - indent - side : frame.minX + indent
            avatar.draw(in: Rect(x, frame.midY - side / 2, side, side), on: &drawing)
            indent += side + Heading.gap
        }
        draw(from: frame.midY - linesHeight / 2, on: &drawing) {
            isMirrored ? frame.maxX - indent - $0.size.width : frame.minX + indent
        }
    }

    private func draw(
        from top: Double, on drawing: inout Drawing, at left: (ShapedText) -> Double
    ) {
        var y = top
        for line in lines {
            let place = Point(left(line), y)
            if drawsText { drawing.text(line, at: place) } else { drawing.label(line, at: place) }
            y += line.size.height
        }
    }
}

extension Layout {
    /// On paper the canvas is behind the text of a header.
    func headerColor(_ font: TextStyles.Colored) -> Color {
        guard sheet != nil else { return font.color }
        return font.color.shade(
            standingOutFrom: theme.canvas.background.color, atLeast: Layout.headerContrast)
    }

    private static let headerContrast = 4.5
}

extension HeaderStyle {
    /// The theme's header. On paper, a fill between the margins would look like a box on its own.
    init(of layout: Layout) {
        self = layout.theme.header
        if layout.sheet != nil { fill = .clear }
    }

    fileprivate var openBelow: HeaderStyle {
        var style = self
        style.padding.bottom = 0
        style.line = nil
        return style
    }
}

struct PeopleRow: RowContent {
    let people: [ShapedText]
    let style: HeaderStyle
    let isMirrored: Bool

    private static let gap = 4.0
    private static let maxPeople = 60

    static func measured(_ layout: Layout, _ measurer: any TextMeasurer) -> Row {
        let style = HeaderStyle(of: layout)
        let font = layout.theme.text.subtitle
        let color = layout.headerColor(font)
        let words = words(layout)
        let row = PeopleRow(
            people: words.map { words in
                measurer.shape(
                    StyledText(
                        words, style: font.style, color: color,
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
