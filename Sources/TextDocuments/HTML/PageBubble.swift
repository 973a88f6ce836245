import Layout
import Scene
import Themes

/// A bubble of any size: its outline is one SVG image, which the browser slices into nine parts and
/// stretches around the text.
struct PageBubble {
    let face: BubbleFace

    /// The side length of the drawn body. The corners and the tail must not meet within it.
    private static let side = 160.0

    func css(_ name: String) -> String {
        let style = face.style
        let padding = face.side == .left ? style.padding : style.padding.mirrored
        var css =
            ".\(name){color:\(style.textColor.hex);" + "max-width:\(maxWidth);"
            + "padding:\(PageStyle.points(padding.top)) \(PageStyle.points(padding.right)) "
            + "\(PageStyle.points(padding.bottom)) \(PageStyle.points(padding.left));"
            + "min-height:\(PageStyle.points(style.minSize.height));"
            + "min-width:\(PageStyle.points(style.minSize.width))}\n"
        css +=
            ".\(name) a{color:\(style.linkColor.hex);"
            + "text-decoration:\(style.underlinesLinks ? "underline" : "none")}\n"
        css += ".\(name) .at,.\(name) .r{color:\(style.secondaryColor.hex)}\n"
        css +=
            ".\(name) .q{border-color:\(style.accentColor.hex);color:\(style.secondaryColor.hex)}\n"
        if let ground { css += ".\(name)::before{\(ground)}\n" }
        return css
    }

    private var maxWidth: String {
        switch face.style.maxWidth {
        case .share(let share): "\((share * 1_000).rounded() / 10)%"
        case .points(let points): "min(100%,\(PageStyle.points(points)))"
        case .least(let share, let points):
            "min(\((share * 1_000).rounded() / 10)%,\(PageStyle.points(points)))"
        }
    }

    /// The border image, or nil if the bubble is invisible.
    private var ground: String? {
        let style = face.style
        let fill = Self.color(of: style.fill)
        guard fill != nil || style.border != nil else { return nil }
        let line = (style.border?.width ?? 0) / 2
        let reach = face.reach
        let body = Rect(reach.left + line, reach.top + line, Self.side, Self.side)
        let size = Size(
            Self.side + reach.left + reach.right + 2 * line,
            Self.side + reach.top + reach.bottom + 2 * line)
        var svg =
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(number(size.width))' "
            + "height='\(number(size.height))'><path d='\(data(face.outline(of: body)))' "
        svg += fill.map { "fill='\($0.hex)'" } ?? "fill='none'"
        if let border = style.border {
            svg += " stroke='\(border.color.hex)' stroke-width='\(number(border.width))'"
        }
        svg += "/></svg>"
        // The middle is stretched, so that one point of it is enough.
        let half = Self.side / 2 - 1
        let slices = [reach.top, reach.right, reach.bottom, reach.left].map {
            let corner = min(half, max(style.radius, 12) + 8)
            return $0 + line + corner
        }
        let cuts = slices.map { number($0) }.joined(separator: " ")
        let widths = slices.map { PageStyle.points($0) }.joined(separator: " ")
        let insets = [reach.top, reach.right, reach.bottom, reach.left].map {
            PageStyle.points(-$0 - line)
        }.joined(separator: " ")
        let shadow = style.shadow.map {
            "filter:drop-shadow(\(PageStyle.points($0.dx)) \(PageStyle.points($0.dy)) "
                + "\(PageStyle.points($0.blur)) \($0.color.hex));"
        }
        return "inset:\(insets);border:1px solid transparent;\(shadow ?? "")"
            + "border-image:url(\"data:image/svg+xml,\(Self.coded(svg))\") \(cuts) fill/\(widths) stretch"
    }

    private static func color(of fill: BubbleStyle.Fill) -> Color? {
        switch fill {
        case .none: nil
        case .color(let color): color
        case .gradient(let stops), .canvasGradient(let stops):
            stops.isEmpty ? nil : stops[stops.count / 2].color
        }
    }

    private func number(_ value: Double) -> String { String((value * 100).rounded() / 100) }

    private func data(_ path: Path) -> String {
        func point(_ point: Point) -> String { number(point.x) + " " + number(point.y) }
        return path.elements.map { element in
            switch element {
            case .move(let to): "M" + point(to)
            case .line(let to): "L" + point(to)
            case .curve(let first, let second, let end):
                "C" + [first, second, end].map(point).joined(separator: " ")
            case .close: "Z"
            }
        }.joined()
    }

    /// Escapes the characters with a special meaning in a data URI between double quotes.
    private static func coded(_ svg: String) -> String {
        svg.replacing("#", with: "%23").replacing("<", with: "%3C").replacing(">", with: "%3E")
    }
}
