import Scene
import Themes

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
