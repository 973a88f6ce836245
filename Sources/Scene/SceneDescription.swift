private struct SceneDescription {
    private(set) var text = ""
    private var indent = ""

    mutating func line(_ words: String) {
        text += indent
        text += words
        text += "\n"
    }

    mutating func nested(_ body: (inout SceneDescription) -> Void) {
        let outer = indent
        indent += "  "
        body(&self)
        indent = outer
    }

    mutating func describe(_ block: Block) {
        var words = "\(block.role) \(block.frame.words)"
        if block.ink != block.frame { words += " ink \(block.ink.words)" }
        if let day = block.day { words += " day \(day)" }
        if let language = block.language { words += " lang \(language)" }
        if !block.text.isEmpty { words += " \(block.text.quoted)" }
        line(words)
        nested { $0.describe(block.nodes) }
    }

    mutating func describe(_ nodes: [Node]) {
        for node in nodes { describe(node) }
    }

    private mutating func describe(_ node: Node) {
        switch node {
        case .shape(let path, let fill, let stroke):
            let parts = [fill.map { "fill \($0.words)" }, stroke?.words, path.words]
            line("shape " + parts.compactMap { $0 }.joined(separator: " "))
        case .text(let text, let point):
            line("text \(point.words) \(text.size.words) \(text.text.quoted)")
            nested { $0.describe(text) }
        case .lettering(let text, let point):
            line("lettering \(point.words) \(text.size.words) \(text.text.quoted)")
            nested { $0.describe(text) }
        case .picture(let picture): line("picture \(picture.words)")
        case .link(let area, let url): line("link \(area.words) \(url.quoted)")
        case .jump(let area, let name, _): line("jump \(area.words) \(name.quoted)")
        case .anchor(let name, let point): line("anchor \(point.words) \(name.quoted)")
        case .figure(let alt, let nodes):
            line("figure \(alt.quoted)")
            nested { $0.describe(nodes) }
        case .part(let part, let nodes):
            line("part \(part.kind)")
            nested { $0.describe(nodes) }
        case .spoken(let words, let point): line("spoken \(point.words) \(words.quoted)")
        case .layer(let layer, let nodes):
            line(
                "layer opacity \(layer.opacity) scale \(layer.scale) around \(layer.anchor.words)"
                    + " by \(layer.dx) \(layer.dy)")
            nested { $0.describe(nodes) }
        case .clipped(let path, let nodes):
            line("clipped \(path.words)")
            nested { $0.describe(nodes) }
        }
    }

    /// Glyphs are only counted, because they change with every font release.
    private mutating func describe(_ shaped: ShapedText) {
        for row in shaped.lines {
            var words = "line \(row.baseline.short) at \(row.left.short) + \(row.width.short)"
            if row.isRightToLeft { words += " rtl" }
            line(words + " " + (shaped.text(in: row.text)?.quoted ?? "?"))
            nested { inner in
                for index in row.runs where shaped.runs.indices.contains(Int(index)) {
                    inner.describe(shaped.runs[Int(index)], of: shaped)
                }
            }
        }
    }

    private mutating func describe(_ run: ShapedText.Run, of shaped: ShapedText) {
        var words = "run \(run.left.short) + \(run.width.short) font \(run.font.number)"
        words += " \(run.size.short) \(run.color.hex) × \(run.glyphs.count)"
        if let background = run.background { words += " on \(background.hex)" }
        if run.isUnderlined { words += " underlined" }
        if run.isStruck { words += " struck" }
        if run.isRightToLeft { words += " rtl" }
        if let link = run.link, shaped.links.indices.contains(Int(link)) {
            words += " link \(shaped.links[Int(link)].quoted)"
        }
        line(words + " " + (shaped.text(in: run.text)?.quoted ?? "?"))
    }
}

/// One node per line, identical on every machine, for golden files and people.
extension Page: CustomStringConvertible {
    package var description: String {
        var description = SceneDescription()
        description.line("page \(size.width.short) × \(size.height.short)")
        if !background.isEmpty {
            description.line("background")
            description.nested { $0.describe(background) }
        }
        for block in blocks { description.describe(block) }
        return description.text
    }
}

extension Block: CustomStringConvertible {
    package var description: String {
        var description = SceneDescription()
        description.describe(self)
        return description.text
    }
}

extension Double {
    /// The number rounded to hundredths without trailing zeros, independent of locale and machine.
    fileprivate var short: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let hundredths = Int64((self * 100).rounded())
        let sign = hundredths < 0 ? "-" : ""
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(sign)\(whole)" }
        return rest.isMultiple(of: 10)
            ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension String {
    /// The text in quotes, with line breaks and control characters escaped.
    fileprivate var quoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F
                    || (0x2028...0x2029).contains(scalar.value)
                {
                    quoted += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }
}

extension Point {
    var words: String { "\(x.short) \(y.short)" }
}

extension Size {
    var words: String { "\(width.short) × \(height.short)" }
}

extension Rect {
    var words: String { "\(minX.short) \(minY.short) \(width.short) × \(height.short)" }
}

extension Path {
    /// `rect x y w × h` for a rectangle, otherwise SVG path commands.
    var words: String {
        if let rect = rectangle { return "rect \(rect.words)" }
        let parts = elements.map { element in
            switch element {
            case .move(let point): "M \(point.words)"
            case .line(let point): "L \(point.words)"
            case .curve(let first, let second, let end):
                "C \(first.words) \(second.words) \(end.words)"
            case .close: "Z"
            }
        }
        return parts.joined(separator: " ")
    }
}

extension Paint {
    var words: String {
        switch self {
        case .color(let color): return color.hex
        case .linear(let gradient):
            let stops = gradient.stops.map { "\($0.offset.short) \($0.color.hex)" }
            return "from \(gradient.start.words) to \(gradient.end.words) "
                + "[\(stops.joined(separator: ", "))]"
        }
    }
}

extension Stroke {
    var words: String {
        var words = "stroke \(color.hex) \(width.short)"
        if !dashes.isEmpty { words += " dashes \(dashes.map(\.short).joined(separator: " "))" }
        if roundEnds { words += " round" }
        return words
    }
}

extension PlacedPicture {
    var words: String {
        var words = "\(id.number) \(frame.words) \(fit.words)"
        if isMirrored { words += " mirrored" }
        if let tint { words += " tint \(tint.hex)" }
        if let clip { words += " clip \(clip.words)" }
        return words
    }
}

extension PlacedPicture.Fit {
    var words: String {
        switch self {
        case .stretch: "stretch"
        case .cover: "cover"
        case .slices(let caps, let density):
            "slices \(caps.top.short) \(caps.left.short) \(caps.bottom.short) "
                + "\(caps.right.short) @\(density.short)"
        case .tile(let density): "tile @\(density.short)"
        }
    }
}
