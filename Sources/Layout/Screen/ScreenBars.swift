package import Model
import Scene
import Themes

/// The measured bars of an app's screen: rows at fixed places around the messages.
package struct ScreenBars: Sendable {
    let status: Row
    let bar: Row
    private(set) var input: Row

    package init(_ layout: Layout, _ frame: ScreenFrame, with measurer: any TextMeasurer) {
        let measurer = layout.measurer(measurer)
        let phrases = layout.phrases
        let content = AppBar(layout, measurer)
        status = Row(
            gap: 0, height: ScreenStyle.statusHeight, role: .artifact, text: "",
            content: StatusBar(layout, frame, with: measurer))
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

    func typing(
        _ words: String, _ layout: Layout, with measurer: any TextMeasurer
    ) -> ScreenBars {
        let measurer = layout.measurer(measurer)
        var bars = self
        bars.input = Row(
            gap: 0, height: input.height, role: .artifact, text: "",
            content: InputBar(layout, typed: words, measurer))
        return bars
    }

    var insets: Insets {
        Insets(top: status.height + bar.height, bottom: input.height)
    }

    func placed(on screen: Rect, _ pictures: PictureTable) -> [Block] {
        [
            (status, screen.minY), (bar, screen.minY + status.height),
            (input, screen.maxY - input.height),
        ].map { $0.placed(at: $1, on: screen, pictures: pictures).block }
    }
}

private struct IconRow {
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

private struct StatusBar: RowContent {
    private let time: ShapedText?
    private let carrier: ShapedText?
    private let battery: Int?
    private let fill: Color
    private let ink: Color

    private static let inset = 28.0
    private static let gap = 6.0

    init(_ layout: Layout, _ frame: ScreenFrame, with measurer: any TextMeasurer) {
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

private struct AppBar: RowContent {
    let words: String
    private let heading: Heading
    private let style: ScreenStyle.Bar

    private static let edge = 14.0
    private static let gap = 10.0

    init(_ layout: Layout, _ measurer: any TextMeasurer) {
        let style = layout.theme.screen.bar
        self.style = style
        let isCentered = style.alignment == .center
        var avatarStyle = layout.theme.header
        avatarStyle.avatarSize = style.avatarSize
        let avatar = TitleRow.avatar(layout, avatarStyle, with: measurer)
        let (leading, trailing) = (Self.width(style.leading), Self.width(style.trailing))
        let room =
            isCentered
            ? layout.width - 2 * max(leading, trailing)
            : layout.width - leading - trailing
                - (avatar == nil ? 0 : style.avatarSize + Heading.gap)
        var text = layout.theme.text.title.style
        func shaped(_ words: String, size: Double, weight: Int, color: Color) -> ShapedText {
            (text.size, text.lineHeight, text.weight) = (size, (size * 1.25).rounded(), weight)
            return measurer.shape(
                StyledText(words, style: text, color: color, lineLimit: 1), width: max(room, 40))
        }
        let name = layout.conversation.title ?? TitleRow.others(layout)
        let below = Self.subtitle(layout, style.presence)
        let title =
            name.isEmpty
            ? nil
            : shaped(
                name.shortened(toLines: 1), size: style.titleSize, weight: style.titleWeight,
                color: style.title)
        let subtitle = below.map {
            shaped(
                $0.shortened(toLines: 1), size: style.subtitleSize, weight: 400,
                color: style.subtitle)
        }
        heading = Heading(
            lines: [title, subtitle].compactMap { $0 }, avatar: avatar, side: style.avatarSize,
            isMirrored: layout.phrases.isRightToLeft, drawsText: false)
        words = [name, below ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    }

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
        let middle = frame.midY - (isCentered && heading.avatar != nil ? 6 : 0)
        func icons(_ icons: [ScreenIcon], atStart: Bool) {
            let row = IconRow(icons: icons, ink: style.icons, accent: style.icons)
            let x =
                atStart != heading.isMirrored
                ? frame.minX + Self.edge : frame.maxX - Self.edge - row.width
            row.draw(from: x, middle: middle, isMirrored: heading.isMirrored, on: &drawing)
        }
        icons(style.leading, atStart: true)
        icons(style.trailing, atStart: false)
        if isCentered {
            heading.drawCentered(in: frame, gap: 3, on: &drawing)
        } else {
            heading.drawInARow(in: frame, indent: Self.width(style.leading), on: &drawing)
        }
    }
}

/// The bar in which messages are typed, and the home indicator below it.
private struct InputBar: RowContent {
    private let text: ShapedText?
    private let style: ScreenStyle.Input
    private let isMirrored: Bool

    private static let edge = 12.0
    private static let gap = 10.0
    private static let inset = 12.0
    private static let home = Size(134, 5)

    init(_ layout: Layout, hint: String, _ measurer: any TextMeasurer) {
        self.init(layout, hint, ink: layout.theme.screen.input.text, lines: 1, with: measurer)
    }

    /// - Parameter typed: the text typed so far; if it is too long, only its end is shown.
    init(_ layout: Layout, typed: String, _ measurer: any TextMeasurer) {
        let style = layout.theme.screen.input
        let ink = style.field.luminance > 0.4 ? Color.black : .white
        var words = typed.suffix(Self.maxTyped).split(whereSeparator: \.isNewline)
            .joined(separator: " ")[...]
        repeat {
            self.init(layout, String(words), ink: ink, lines: 2, with: measurer)
            words = words.dropFirst(max(1, words.count / 8))
        } while (text?.lines.count ?? 0) > 1 && !words.isEmpty
    }

    /// No field is wide enough for more characters.
    private static let maxTyped = 80

    private init(
        _ layout: Layout, _ hint: String, ink: Color, lines: Int, with measurer: any TextMeasurer
    ) {
        style = layout.theme.screen.input
        isMirrored = layout.phrases.isRightToLeft
        var font = layout.theme.text.body
        font.size = style.textSize
        font.lineHeight = (style.textSize * 1.25).rounded()
        let room =
            layout.width - 2 * Self.edge - 2 * Self.inset
            - [style.leading, style.before, style.after, style.trailing].reduce(0) {
                $0 + Self.width($1)
            }
        text =
            hint.isEmpty
            ? nil
            : measurer.shape(
                StyledText(hint, style: font, color: ink, lineLimit: lines),
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
