import Model
import Scene
import Themes

/// The app's bar above the messages: back arrow, avatar, name and call icons.
struct AppBar: RowContent {
    /// The text for screen readers.
    let words: String
    private let title: ShapedText?
    private let subtitle: ShapedText?
    private let avatar: Avatar?
    private let style: ScreenStyle.Bar
    private let isMirrored: Bool

    private static let edge = 14.0
    private static let gap = 10.0

    init(_ layout: Layout, _ measurer: any TextMeasurer) {
        let style = layout.theme.screen.bar
        self.style = style
        isMirrored = layout.phrases.isRightToLeft
        let isCentered = style.alignment == .center
        var avatarStyle = layout.theme.header
        avatarStyle.avatarSize = style.avatarSize
        avatar = TitleRow.avatar(layout, avatarStyle, measurer)
        let (leading, trailing) = (Self.width(style.leading), Self.width(style.trailing))
        let room =
            isCentered
            ? layout.width - 2 * max(leading, trailing)
            : layout.width - leading - trailing
                - (avatar == nil ? 0 : style.avatarSize + Self.gap)
        var look = layout.theme.text.title.style
        func shaped(_ words: String, _ size: Double, _ weight: Int, _ color: Color) -> ShapedText {
            (look.size, look.lineHeight, look.weight) = (size, (size * 1.25).rounded(), weight)
            return measurer.shape(
                StyledText(words, style: look, color: color, lineLimit: 1), width: max(room, 40))
        }
        let name = layout.conversation.title ?? TitleRow.others(layout)
        let below = Self.subtitle(layout, style.presence)
        title =
            name.isEmpty
            ? nil
            : shaped(name.shortened(toLines: 1), style.titleSize, style.titleWeight, style.title)
        subtitle = below.map {
            shaped($0.shortened(toLines: 1), style.subtitleSize, 400, style.subtitle)
        }
        words = [name, below ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// The maximum number of names in a group's bar.
    private static let maxNames = 12

    private static func subtitle(
        _ layout: Layout, _ presence: ScreenStyle.Presence
    ) -> String? {
        if let own = layout.conversation.subtitle { return own }
        let people = layout.conversation.participants
        let isGroup = people.count > 2 || layout.conversation.kind == .group
        switch (presence, isGroup) {
        case (.none, _): return nil
        case (.names, false), (.members, false):
            return layout.conversation.kind == .assistant ? nil : layout.phrases[.online]
        case (.members, true): return layout.phrases.counted(.members, people.count)
        case (.names, true):
            let mine = layout.conversation.me.map { _ in layout.phrases[.you] }
            let others = people.indices.lazy.filter { $0 != layout.conversation.me }
                .prefix(maxNames).map { layout.name(of: $0) }
            return (others + [mine].compactMap { $0 })
                .map { layout.phrases.isolated([$0]) }.joined(separator: layout.phrases[.comma])
        }
    }

    private static func width(_ icons: [ScreenIcon]) -> Double {
        let width = IconRow(icons: icons, ink: .black, accent: .black).width
        return edge + (width > 0 ? width + gap : 0)
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        drawing.fill(.rectangle(frame), style.fill)
        if let line = style.line {
            drawing.fill(.rectangle(Rect(frame.minX, frame.maxY - 0.5, frame.width, 0.5)), line)
        }
        let isCentered = style.alignment == .center
        // Above a centered name, the icons are beside the avatar.
        let middle = frame.midY - (isCentered && avatar != nil ? 6 : 0)
        func icons(_ icons: [ScreenIcon], atStart: Bool) {
            let row = IconRow(icons: icons, ink: style.icons, accent: style.icons)
            let x =
                atStart != isMirrored
                ? frame.minX + Self.edge : frame.maxX - Self.edge - row.width
            row.draw(from: x, middle: middle, isMirrored: isMirrored, on: &drawing)
        }
        icons(style.leading, atStart: true)
        icons(style.trailing, atStart: false)
        if isCentered {
            drawCentered(in: frame, on: &drawing)
        } else {
            drawInARow(in: frame, on: &drawing)
        }
    }

    private var lines: [ShapedText] { [title, subtitle].compactMap { $0 } }
    private var linesHeight: Double { lines.reduce(0) { $0 + $1.size.height } }

    private func drawCentered(in frame: Rect, on drawing: inout Drawing) {
        let side = avatar == nil ? 0 : style.avatarSize + 3
        var y = frame.midY - (linesHeight + side) / 2
        if let avatar {
            avatar.draw(
                in: Rect(
                    frame.midX - style.avatarSize / 2, y, style.avatarSize, style.avatarSize),
                on: &drawing)
            y += side
        }
        for line in lines {
            drawing.label(line, at: Point(frame.midX - line.size.width / 2, y))
            y += line.size.height
        }
    }

    private func drawInARow(in frame: Rect, on drawing: inout Drawing) {
        var indent = Self.width(style.leading)
        if let avatar {
            let side = style.avatarSize
            let x = isMirrored ? frame.maxX - indent - side : frame.minX + indent
            avatar.draw(in: Rect(x, frame.midY - side / 2, side, side), on: &drawing)
            indent += side + Self.gap
        }
        var y = frame.midY - linesHeight / 2
        for line in lines {
            let x = isMirrored ? frame.maxX - indent - line.size.width : frame.minX + indent
            drawing.label(line, at: Point(x, y))
            y += line.size.height
        }
    }
}
