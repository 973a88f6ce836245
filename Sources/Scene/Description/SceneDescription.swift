/// Writes a scene as indented lines.
struct SceneDescription {
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

    /// Describes lines and runs. Glyphs are only counted, because they change with every font
    /// release.
    private mutating func describe(_ shaped: ShapedText) {
        for row in shaped.lines {
            var words = "line \(row.baseline.short) at \(row.left.short) + \(row.width.short)"
            if row.isRightToLeft { words += " rtl" }
            line(words + " " + shaped.quote(row.text))
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
        line(words + " " + shaped.quote(run.text))
    }
}

/// The page as text with one node per line, identical on every machine, for golden files and
/// people.
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
