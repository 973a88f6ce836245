package import Model
import Scene
import Themes

/// The measured bars of an app's screen: rows at fixed places around the messages.
package struct ScreenBars: Sendable {
    let status: Row
    let bar: Row
    private(set) var input: Row

    package init(_ layout: Layout, _ frame: ScreenFrame, _ measurer: any TextMeasurer) {
        let measurer = layout.measurer(measurer)
        let phrases = layout.phrases
        let content = AppBar(layout, measurer)
        status = Row(
            gap: 0, height: ScreenStyle.statusHeight, role: .artifact, text: "",
            content: StatusBar(layout, frame, measurer))
        bar = Row(
            gap: 0, height: layout.theme.screen.bar.height, role: .title, text: content.words,
            content: content)
        input = Row(
            gap: 0, height: layout.theme.screen.input.height + ScreenStyle.homeHeight,
            role: .artifact, text: "",
            content: InputBar(
                layout,
                hint: layout.theme.screen.input.placeholder
                    .replacing("{message}", with: phrases[.messageField]), measurer))
    }

    /// Returns the bars with a partly typed message in the input field.
    func typing(
        _ words: String, _ layout: Layout, _ measurer: any TextMeasurer
    ) -> ScreenBars {
        let measurer = layout.measurer(measurer)
        var bars = self
        bars.input = Row(
            gap: 0, height: input.height, role: .artifact, text: "",
            content: InputBar(layout, typed: words, measurer))
        return bars
    }

    /// The space above and below the messages.
    var insets: Insets {
        Insets(top: status.height + bar.height, bottom: input.height)
    }

    /// The bars on a screen, from top to bottom.
    func placed(on screen: Rect, _ pictures: PictureTable) -> [Block] {
        [
            (status, screen.minY), (bar, screen.minY + status.height),
            (input, screen.maxY - input.height),
        ].map { $0.placed(at: $1, on: screen, pictures: pictures).block }
    }
}

struct IconRow {
    let icons: [ScreenIcon]
    let ink: Color
    let accent: Color

    static let side = 24.0
    private static let disc = 34.0
    private static let gap = 14.0

    private func width(of icon: ScreenIcon) -> Double { icon.hasDisc ? Self.disc : Self.side }

    var width: Double {
        icons.reduce(0) { $0 + width(of: $1) } + Double(max(icons.count - 1, 0)) * Self.gap
    }

    /// Draws the icons from left to right, or mirrored like the bar.
    func draw(from x: Double, middle y: Double, isMirrored: Bool, on drawing: inout Drawing) {
        var x = x
        for icon in isMirrored ? icons.reversed() : icons {
            let width = width(of: icon)
            let side = icon.hasDisc ? width * 0.6 : width
            var color = ink
            if icon.hasDisc {
                let disc = icon == .plusDisc ? ink.withAlpha(0.12) : accent
                drawing.fill(
                    .circle(center: Point(x + width / 2, y), radius: width / 2), disc)
                if icon != .plusDisc { color = accent.luminance > 0.4 ? .black : .white }
            }
            let frame = Rect(x + (width - side) / 2, y - side / 2, side, side)
            drawing.add(icon.nodes(in: frame, color, isMirrored: isMirrored))
            x += width + Self.gap
        }
    }
}

/// The status bar: signal strength and, if given, the time, carrier and battery level.
struct StatusBar: RowContent {
    private let time: ShapedText?
    private let carrier: ShapedText?
    private let battery: Int?
    private let fill: Color
    private let ink: Color

    private static let inset = 28.0
    private static let gap = 6.0

    init(_ layout: Layout, _ frame: ScreenFrame, _ measurer: any TextMeasurer) {
        let bar = layout.theme.screen.bar
        fill = bar.fill
        ink = bar.title
        battery = frame.battery
        var style = layout.theme.text.title.style
        (style.lineHeight, style.tracking) = (20, 0)
        func shaped(_ words: String?, size: Double, weight: Int) -> ShapedText? {
            (style.size, style.weight) = (size, weight)
            return words.map {
                measurer.shape(
                    StyledText($0, style: style, color: bar.title, lineLimit: 1),
                    width: layout.width / 4)
            }
        }
        time = shaped(frame.time, size: 16, weight: 600)
        carrier = shaped(frame.carrier, size: 13, weight: 500)
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        drawing.fill(.rectangle(frame), fill)
        let middle = frame.midY + 3
        if let time {
            drawing.label(time, at: Point(frame.minX + Self.inset, middle - time.size.height / 2))
        }
        var x = frame.maxX - Self.inset
        if let battery {
            x -= 27
            drawBattery(battery, at: Rect(x, middle - 6, 24, 12), on: &drawing)
            x -= Self.gap
        }
        x -= 17
        for bar in 0..<4 {
            let height = 3.5 + Double(bar) * 2.7
            drawing.fill(
                .rounded(Rect(x + Double(bar) * 4.6, middle + 5.6 - height, 3, height), 1), ink)
        }
        guard let carrier else { return }
        x -= Self.gap + carrier.size.width
        drawing.label(carrier, at: Point(x, middle - carrier.size.height / 2))
    }

    private func drawBattery(_ percent: Int, at frame: Rect, on drawing: inout Drawing) {
        drawing.add(
            .stroke(.rounded(frame.inset(by: 0.5), 3.8), Stroke(ink.withAlpha(0.4), width: 1)))
        let cap = Rect(frame.maxX + 1, frame.midY - 2, 1.5, 4)
        drawing.fill(.rounded(cap, 0.7), ink.withAlpha(0.5))
        let room = frame.inset(by: 2)
        let level = Rect(room.minX, room.minY, room.width * Double(percent) / 100, room.height)
        let isLow = percent <= 20
        drawing.fill(.rounded(level, 2.2), isLow ? Color(0xFF, 0x3B, 0x30) : ink)
    }
}

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

/// The bar in which messages are typed, and the home indicator below it.
struct InputBar: RowContent {
    private let text: ShapedText?
    private let style: ScreenStyle.Input
    private let isMirrored: Bool

    private static let edge = 12.0
    private static let gap = 10.0
    private static let inset = 12.0
    private static let home = Size(134, 5)

    /// - Parameter hint: the placeholder in the empty field.
    init(_ layout: Layout, hint: String, _ measurer: any TextMeasurer) {
        self.init(layout, hint, layout.theme.screen.input.text, lines: 1, measurer)
    }

    /// - Parameter typed: the text typed so far; if it is too long, only its end is shown.
    init(_ layout: Layout, typed: String, _ measurer: any TextMeasurer) {
        let style = layout.theme.screen.input
        let ink = style.field.luminance > 0.4 ? Color.black : .white
        var words = typed.suffix(Self.maxTyped).split(whereSeparator: \.isNewline)
            .joined(separator: " ")[...]
        repeat {
            self.init(layout, String(words), ink, lines: 2, measurer)
            words = words.dropFirst(max(1, words.count / 8))
        } while (text?.lines.count ?? 0) > 1 && !words.isEmpty
    }

    /// No field is wide enough for more characters.
    private static let maxTyped = 80

    private init(
        _ layout: Layout, _ hint: String, _ ink: Color, lines: Int, _ measurer: any TextMeasurer
    ) {
        style = layout.theme.screen.input
        isMirrored = layout.phrases.isRightToLeft
        var look = layout.theme.text.body
        look.size = style.textSize
        look.lineHeight = (style.textSize * 1.25).rounded()
        let room =
            layout.width - 2 * Self.edge - 2 * Self.inset
            - [style.leading, style.before, style.after, style.trailing].reduce(0) {
                $0 + Self.width($1)
            }
        text =
            hint.isEmpty
            ? nil
            : measurer.shape(
                StyledText(hint, style: look, color: ink, lineLimit: lines),
                width: max(room, 40))
    }

    private static func width(_ icons: [ScreenIcon]) -> Double {
        icons.isEmpty ? 0 : IconRow(icons: icons, ink: .black, accent: .black).width + gap
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        drawing.fill(.rectangle(frame), style.fill)
        if let line = style.line {
            drawing.fill(.rectangle(Rect(frame.minX, frame.minY, frame.width, 0.5)), line)
        }
        let middle = frame.minY + style.height / 2
        let start = Self.edge + Self.width(style.leading)
        let end = Self.edge + Self.width(style.trailing)
        let field = Rect(
            frame.minX + (isMirrored ? end : start), middle - style.fieldHeight / 2,
            frame.width - start - end, style.fieldHeight)
        let outline = Path.rounded(field, style.radius)
        drawing.fill(outline, style.field)
        if let border = style.border {
            drawing.add(
                .stroke(.rounded(field.inset(by: 0.5), style.radius), Stroke(border, width: 1)))
        }
        func icons(_ icons: [ScreenIcon], in room: Rect, atStart: Bool) {
            let row = IconRow(icons: icons, ink: style.icons, accent: style.accent)
            let x = atStart != isMirrored ? room.minX : room.maxX - row.width
            row.draw(from: x, middle: middle, isMirrored: isMirrored, on: &drawing)
        }
        let bar = frame.inset(by: Insets(left: Self.edge, right: Self.edge))
        let inner = field.inset(by: Insets(left: Self.inset, right: Self.inset))
        icons(style.leading, in: bar, atStart: true)
        icons(style.trailing, in: bar, atStart: false)
        icons(style.before, in: inner, atStart: true)
        icons(style.after, in: inner, atStart: false)
        if let text {
            let indent = Self.width(style.before)
            let x = isMirrored ? inner.maxX - indent - text.size.width : inner.minX + indent
            drawing.label(text, at: Point(x, middle - text.size.height / 2))
        }
        let home = Rect(
            frame.midX - Self.home.width / 2, frame.maxY - 8 - Self.home.height, Self.home.width,
            Self.home.height)
        let isDark = style.fill.luminance < 0.2
        drawing.fill(.rounded(home, Self.home.height / 2), isDark ? .white : .black)
    }
}
