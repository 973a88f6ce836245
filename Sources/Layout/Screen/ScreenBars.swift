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
