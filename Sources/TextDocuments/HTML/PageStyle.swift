import Layout
import Model
import Scene
import Themes

/// The theme as a style sheet. Every value is a number, a color or a sanitized name, so that no
/// value of a request's theme can end a rule.
struct PageStyle {
    let theme: Theme
    private(set) var css = ""

    init(_ theme: Theme, width: Double, background: Output.Background) {
        self.theme = theme
        page(width, background)
        rows()
        contents()
    }

    mutating func add(_ rule: String) { css += rule + "\n" }

    static func points(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return (rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)) + "px"
    }

    /// Characters of family names outside of a safe set are dropped.
    static func font(_ style: TextStyle) -> String {
        var families = style.families.map { name in
            let letters = name.unicodeScalars.filter {
                $0.properties.isAlphabetic || $0 == " " || $0 == "-" || (0x30...0x39) ~= $0.value
            }
            return "\"" + String(String.UnicodeScalarView(letters)) + "\""
        }
        families += ["system-ui", "sans-serif"]
        let slant = style.isItalic ? "italic " : ""
        let spacing =
            style.tracking == 0 ? "" : "letter-spacing:\(points(style.tracking));"
        return "font:\(slant)\(style.weight) \(points(style.size))/\(points(style.lineHeight)) "
            + families.joined(separator: ",") + ";" + spacing
    }

    private static func font(_ colored: TextStyles.Colored) -> String {
        font(colored.style) + "color:\(colored.color.hex);"
    }

    private mutating func page(_ width: Double, _ background: Output.Background) {
        let canvas = theme.canvas
        let margins = canvas.margins
        let (around, ground): (String, String) =
            switch (background, canvas.background) {
            case (.transparent, _): ("transparent", "transparent")
            case (.color(let rgb), _): (Color(rgb: rgb).hex, Color(rgb: rgb).hex)
            case (.theme, .gradient(let stops)):
                (canvas.background.color.hex, "linear-gradient(\(Self.stops(stops)))")
            case (.theme, .color(let color)), (.theme, .tile(_, _, let color)),
                (.theme, .pattern(_, _, let color)):
                (color.hex, color.hex)
            }
        add(":root{color-scheme:\(theme.isDark ? "dark" : "light")}")
        add("*{box-sizing:border-box}html{background:\(around)}")
        add(
            "body{margin:0 auto;max-width:\(Self.points(width));min-height:100vh;"
                + "background:\(ground);color:\(theme.received.textColor.hex);"
                + Self.font(theme.text.body) + "overflow-wrap:anywhere}")
        add(
            "main{padding:\(Self.points(margins.top)) \(Self.points(margins.right)) "
                + "\(Self.points(margins.bottom)) \(Self.points(margins.left))}")
        let alignment = theme.header.alignment == .center ? "center" : "start"
        add("header{padding:8px 0 4px;text-align:\(alignment)}")
        add("h1{margin:0;\(Self.font(theme.text.title))}")
        add("header p{margin:2px 0 0;\(Self.font(theme.text.subtitle))}")
        add(
            ".v{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;"
                + "clip-path:inset(50%);white-space:nowrap}")
        add(":focus-visible{outline:2px solid \(theme.received.linkColor.hex);outline-offset:2px}")
    }

    mutating func addEmphasis(of options: Options) {
        if !options.excerpt.highlighted.isEmpty { add(".hl{background:#ffc81e5c}") }
        if !options.excerpt.dimmed.isEmpty { add(".dm{opacity:.3}") }
        guard options.mark != nil else { return }
        add(".mk{margin:16px 0 0;text-align:center;\(Self.font(theme.text.status))}")
    }

    static func stops(_ stops: [LinearGradient.Stop]) -> String {
        stops.map { "\($0.color.hex) \(($0.offset * 1_000).rounded() / 10)%" }
            .joined(separator: ",")
    }

    private mutating func rows() {
        let gaps = theme.canvas.gaps
        add("ol.t,.t ul.r{list-style:none;margin:0;padding:0}")
        add(".t>li{margin-top:\(Self.points(gaps.inRun))}")
        add(".t>li.f{margin-top:\(Self.points(gaps.betweenRuns))}")
        add(
            ".t>li.d{margin:\(Self.points(gaps.aboveHeader)) 0 "
                + "\(Self.points(gaps.belowHeader));text-align:center}")
        add(".d h2,.d p{display:inline-block;margin:0;\(Self.font(theme.text.dayHeader))}")
        add(
            ".n p{margin:0;display:inline-block;white-space:pre-wrap;\(Self.font(theme.text.note))}"
        )
        if let fill = theme.chip.fill {
            let padding = theme.chip.padding
            add(
                ".d h2,.d p,.n p{background:\(fill.hex);"
                    + "border-radius:\(Self.points(theme.chip.radius));padding:\(Self.points(padding.top)) \(Self.points(padding.right)) "
                    + "\(Self.points(padding.bottom)) \(Self.points(padding.left))}")
        }
        add(".m{display:flex;flex-direction:column;align-items:flex-start;position:relative}")
        add(".m.right{align-items:flex-end}")
        let avatar = theme.avatar
        add(".m.a{padding-left:\(Self.points(avatar.size + avatar.gap))}")
        add(
            ".av{position:absolute;left:0;width:\(Self.points(avatar.size));"
                + "height:\(Self.points(avatar.size));border-radius:\(Self.points(avatar.radius));"
                + "line-height:\(Self.points(avatar.size));text-align:center;overflow:hidden;"
                + "font-weight:600;font-size:\(Self.points(avatar.size * 0.42));"
                + "color:\(avatar.initialsColor.hex);background-size:cover;"
                + (avatar.place == .last ? "bottom:0}" : "top:0}"))
        add(".who{margin:0;\(Self.font(theme.text.sender))}")
        add(".b{position:relative;z-index:0}")
        add(".b::before{content:\"\";position:absolute;z-index:-1}")
        add(".st{margin:3px 4px 0;\(Self.font(theme.text.status))}")
        add(".at{\(Self.font(theme.text.time.style))}")
        add(".b .at{float:right;margin:6px 0 -2px 10px}")
    }

    private mutating func contents() {
        let small = theme.text.small
        add(".b p,.b ul,.b ol,.b blockquote,.b figure,.b pre{margin:0}")
        add(".b p,figcaption,td,th{white-space:pre-wrap}")
        add(".b ul,.b ol{padding-left:1.4em}.b ul{list-style:disc}")
        add(".b blockquote{border-left:3px solid currentColor;padding-left:8px}")
        add(".b ul.r{padding:0;list-style:none;\(Self.font(small))}")
        add(".r li{white-space:pre-wrap}")
        let bar = Self.points(max(2, theme.reply.barWidth))
        add(".b .q{padding-left:8px;margin:0 0 4px;border-left:\(bar) solid;\(Self.font(small))}")
        add("a{color:inherit}.mn{font-weight:600}")
        add("pre,code{\(Self.font(theme.text.mono))white-space:pre-wrap}")
        add(
            "pre{background:\(theme.code.fill.hex);color:\(theme.code.textColor.hex);"
                + "border-radius:\(Self.points(theme.code.radius));padding:8px;overflow:auto}")
        add(".w{overflow:auto}table{border-collapse:collapse}")
        add("th,td{border:1px solid currentColor;padding:2px 6px;text-align:start}")
        add(
            "figure img,.pic{display:block;height:auto;border-radius:10px;"
                + "max-width:min(100%,\(Self.points(theme.media.maxSize.width)))}")
        add(".pic{width:\(Self.points(theme.media.maxSize.width));background-size:contain}")
        add(
            ".e{display:inline-block;height:1.3em;width:1.3em;vertical-align:-.25em;"
                + "background-size:contain;background-repeat:no-repeat;background-position:center}"
        )
        add(".sp{background:currentColor;border-radius:3px}.sp:hover,.sp:focus{background:none}")
        add(".sv{background:#8884;border-radius:3px}")
        add("@media print{.t>li{break-inside:avoid}}")
    }
}

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
