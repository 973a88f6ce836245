import Basics
import Fonts
import Graphics
import Scene

/// Writes shaped text as `text` elements, one per run.
///
/// Each element has the measured length in any font of the reader, which shapes the text again.
/// Text can be selected, searched and copied, and Arabic letters stay joined.
struct SVGFonts {
    let lookup: any FontLookup
    let names: FontNames
    let areEmbedded: Bool
    private var faces = SVGFontFaces()
    private var emoji: SVGEmoji
    let budget: WorkBudget

    init(
        lookup: any FontLookup, names: FontNames, areEmbedded: Bool, isGray: Bool,
        budget: WorkBudget
    ) {
        self.budget = budget
        self.lookup = lookup
        self.names = names
        self.areEmbedded = areEmbedded
        emoji = SVGEmoji(isGray: isGray)
    }

    func appendFaces(to markup: inout SVGMarkup) throws(FontFailure) {
        try faces.append(to: &markup, names: names)
    }

    mutating func append(
        _ text: ShapedText, at point: Point, to markup: inout SVGMarkup
    ) throws(FontFailure) {
        for (number, line) in text.lines.enumerated() {
            guard budget.mayContinue else { return }
            // Line breaking adds an ellipsis at the end of the last line, hyphens at other ends.
            let mark = number == text.lines.count - 1 ? "…" : "-"
            let origin = Point(point.x + line.left, point.y + line.baseline)
            for index in line.runs where text.runs.indices.contains(Int(index)) {
                let run = text.runs[Int(index)]
                let isMark = run.text.isEmpty && !run.glyphs.isEmpty
                try append(
                    run, saying: isMark ? mark : text.text(in: run.text) ?? "", of: text,
                    at: origin,
                    to: &markup)
            }
        }
    }

    private mutating func append(
        _ run: ShapedText.Run, saying words: String, of text: ShapedText, at line: Point,
        to markup: inout SVGMarkup
    ) throws(FontFailure) {
        let left = line.x + run.left
        if let background = run.background {
            markup.raw("<rect")
            markup.frame(run.frame(at: line))
            markup.paint("fill", "fill-opacity", background)
            markup.raw("/>\n")
        }
        if run.kind == .missing {
            markup.outline(text.missingLetters(of: run, at: Point(left, line.y)))
            markup.paint("fill", "fill-opacity", run.color)
            markup.raw("/>\n")
        }
        let file = lookup.fontFile(run.font)
        let isPicture = areEmbedded && file?.hasColorBitmaps ?? false
        if isPicture, let file {
            let glyphs = text.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
            try emoji.append(glyphs, of: run, in: file, at: Point(left, line.y), to: &markup)
        }
        markup.raw("<text")
        markup.attribute("x", run.isRightToLeft ? left + run.width : left)
        markup.attribute("y", line.y)
        if run.glyphs.count > 1, run.width > 0 {
            markup.attribute("textLength", run.width)
            // In its own font a run differs only by its tracking; otherwise joined letters would
            // come apart.
            if areEmbedded, run.kind == .letters, !isPicture {
                markup.raw(" lengthAdjust=\"spacing\"")
            } else {
                markup.raw(" lengthAdjust=\"spacingAndGlyphs\"")
            }
        }
        if run.kind == .contextual { markup.raw(" style=\"font-feature-settings:normal\"") }
        if run.isRightToLeft { markup.raw(" direction=\"rtl\"") }
        try append(file, of: run, saying: words, isPicture: isPicture, to: &markup)
        // A viewer would drop spaces at the ends of a run and stretch the rest over their width.
        markup.raw(" xml:space=\"preserve\"")
        markup.paint("fill", "fill-opacity", run.color)
        // Color glyphs ignore the fill, and the reader's font may contain a letter that is drawn as
        // a box here.
        if run.color.alpha == 0 || run.kind == .missing || isPicture {
            markup.raw(" opacity=\"0\"")
        }
        switch (run.isUnderlined, run.isStruck) {
        case (true, true): markup.raw(" text-decoration=\"underline line-through\"")
        case (true, false): markup.raw(" text-decoration=\"underline\"")
        case (false, true): markup.raw(" text-decoration=\"line-through\"")
        case (false, false): break
        }
        markup.raw(">")
        markup.escaped(words)
        markup.raw("</text>\n")
    }

    private mutating func append(
        _ file: FontFile?, of run: ShapedText.Run, saying words: String, isPicture: Bool,
        to markup: inout SVGMarkup
    ) throws(FontFailure) {
        markup.attribute("font-size", run.size)
        guard let file else {
            return markup.raw(" font-family=\"sans-serif\"")
        }
        let name = try names.name(of: file)
        var number: Int?
        if areEmbedded, run.kind != .missing, !isPicture {
            number = faces.number(
                of: file, saying: words, isContextual: run.kind == .contextual)
            appendVariations(of: file, to: &markup)
        }
        markup.attribute("font-family") { markup in
            if let number {
                markup.raw("c")
                markup.number(Double(number))
                markup.raw(",")
            }
            let family = name.family.filter { $0 != "'" && $0 != "\\" }
            if !family.isEmpty {
                markup.raw("'")
                markup.escaped(family)
                markup.raw("',")
            }
            if file.hasColorBitmaps { markup.raw("'Apple Color Emoji','Segoe UI Emoji',") }
            markup.raw("sans-serif")
        }
        if name.weight != 400 { markup.attribute("font-weight", Double(name.weight)) }
        if name.isItalic { markup.raw(" font-style=\"italic\"") }
    }

    /// Writes `wght=650` in CSS syntax.
    private func appendVariations(of file: FontFile, to markup: inout SVGMarkup) {
        let settings = file.variations.split(separator: ",").compactMap { setting in
            let parts = setting.split(separator: "=")
            return parts.count == 2 ? "'\(parts[0])' \(parts[1])" : nil
        }
        guard !settings.isEmpty else { return }
        markup.attribute("font-variation-settings", settings.joined(separator: ","))
    }
}

/// The fonts embedded in a drawing, each reduced to the letters in use and written at the end.
private struct SVGFontFaces {
    private struct Face {
        let number: Int
        var scalars: Set<Unicode.Scalar> = []
        var isContextual = false
    }

    private var faces: [FontFile: Face] = [:]

    mutating func number(
        of file: FontFile, saying text: String, isContextual: Bool
    ) -> Int {
        let file = file.asItIs
        var face = faces[file] ?? Face(number: faces.count + 1)
        face.scalars.formUnion(text.unicodeScalars)
        if isContextual { face.isContextual = true }
        faces[file] = face
        return face.number
    }

    func append(to markup: inout SVGMarkup, names: FontNames) throws(FontFailure) {
        guard !faces.isEmpty else { return }
        markup.raw("<style type=\"text/css\">\n")
        for (file, face) in faces.sorted(by: { $0.value.number < $1.value.number }) {
            // Otherwise the reader's own font of that name is used.
            guard
                let bytes = FontSubset.bytes(
                    of: file, holding: face.scalars, isContextual: face.isContextual)
            else { continue }
            let name = try names.name(of: file)
            markup.raw("@font-face{font-family:c")
            markup.number(Double(face.number))
            // A variable font contains all weights.
            if file.variations.isEmpty {
                markup.raw(";font-weight:")
                markup.number(Double(name.weight))
            } else {
                markup.raw(";font-weight:1 1000")
            }
            if name.isItalic { markup.raw(";font-style:italic") }
            markup.raw(";src:url(data:font/otf;base64,")
            markup.raw(Base64.encode(bytes))
            markup.raw(")}\n")
        }
        markup.raw("</style>\n")
    }
}

extension FontFile {
    /// The font without synthetic bold and italic, which readers apply themselves.
    fileprivate var asItIs: FontFile {
        FontFile(
            path: path, index: index, variations: variations, hasColorBitmaps: hasColorBitmaps)
    }
}

/// The font's own pictures: readers' emoji look different, and many programs draw none.
private struct SVGEmoji {
    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
    }

    private struct Drawn {
        let number: Int
        let frame: Rect
    }

    let isGray: Bool
    private let source = ColorGlyphs()
    private var drawn: [Key: Drawn] = [:]

    init(isGray: Bool) { self.isGray = isGray }

    /// - Parameter origin: the run's origin on the baseline.
    mutating func append(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, to markup: inout SVGMarkup
    ) throws(FontFailure) {
        guard run.color.alpha > 0 else { return }
        for glyph in glyphs {
            guard let emoji = try define(glyph.id, of: run.font, in: file, to: &markup) else {
                continue
            }
            markup.raw("<use")
            markup.frame(
                Rect(
                    origin.x + Double(glyph.x) + emoji.frame.minX * run.size,
                    origin.y + Double(glyph.y) + emoji.frame.minY * run.size,
                    emoji.frame.width * run.size, emoji.frame.height * run.size))
            markup.attribute("xlink:href") { markup in
                markup.raw("#e")
                markup.number(Double(emoji.number))
            }
            markup.raw("/>\n")
        }
    }

    private mutating func define(
        _ glyph: UInt32, of font: FontID, in file: FontFile, to markup: inout SVGMarkup
    ) throws(FontFailure) -> Drawn? {
        let key = Key(font: font, glyph: glyph)
        if let known = drawn[key] { return known }
        guard let found = try source.glyph(glyph, of: file) else { return nil }
        var png = found.png
        if isGray {
            guard let bitmap = Bitmap(emoji: found.png) else { return nil }
            png = bitmap.inGray.encodedAsPNG()
        }
        let made = Drawn(number: drawn.count + 1, frame: found.frame)
        drawn[key] = made
        markup.raw("<symbol id=\"e")
        markup.number(Double(made.number))
        markup.raw("\" viewBox=\"0 0 1 1\" preserveAspectRatio=\"none\"><image")
        markup.frame(Rect(0, 0, 1, 1))
        markup.raw(" preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,")
        markup.raw(Base64.encode(png))
        markup.raw("\"/></symbol>\n")
        return made
    }
}
