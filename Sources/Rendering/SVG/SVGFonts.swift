import Cairo
import Scene

/// Says shaped text as `text` elements, one a run.
///
/// Each is as long as it was measured, whatever font the reader has, and is shaped again there, so that
/// it can be selected, searched and copied, and Arabic stays joined.
struct SVGFonts {
    let lookup: any FontLookup
    let names: FontNames

    func append(
        _ text: ShapedText, at point: Point, to markup: inout SVGMarkup
    ) throws(CairoFailure) {
        for line in text.lines {
            let origin = Point(point.x + line.left, point.y + line.baseline)
            for index in line.runs where text.runs.indices.contains(Int(index)) {
                try append(text.runs[Int(index)], of: text, at: origin, to: &markup)
            }
        }
    }

    private func append(
        _ run: ShapedText.Run, of text: ShapedText, at line: Point, to markup: inout SVGMarkup
    ) throws(CairoFailure) {
        let left = line.x + run.left
        if let background = run.background {
            markup.raw("<rect")
            markup.frame(Rect(left, line.y - 0.96 * run.size, run.width, 1.22 * run.size))
            markup.paint("fill", "fill-opacity", background)
            markup.raw("/>\n")
        }
        if run.kind == .missing {
            markup.outline(text.missingLetters(of: run, at: Point(left, line.y)))
            markup.paint("fill", "fill-opacity", run.color)
            markup.raw("/>\n")
        }
        markup.raw("<text")
        markup.attribute("x", run.isRightToLeft ? left + run.width : left)
        markup.attribute("y", line.y)
        if run.glyphs.count > 1, run.width > 0 {
            markup.attribute("textLength", run.width)
            markup.raw(" lengthAdjust=\"spacingAndGlyphs\"")
        }
        if run.kind == .contextual { markup.raw(" style=\"font-feature-settings:normal\"") }
        if run.isRightToLeft { markup.raw(" direction=\"rtl\"") }
        try appendFont(of: run, to: &markup)
        // A viewer would drop the blanks at a run's ends and stretch the rest over their room.
        markup.raw(" xml:space=\"preserve\"")
        markup.paint("fill", "fill-opacity", run.color)
        // Colour glyphs know no fill; and of a letter that has a box, the reader's font may have a look.
        if run.color.alpha == 0 || run.kind == .missing { markup.raw(" opacity=\"0\"") }
        switch (run.isUnderlined, run.isStruck) {
        case (true, true): markup.raw(" text-decoration=\"underline line-through\"")
        case (true, false): markup.raw(" text-decoration=\"underline\"")
        case (false, true): markup.raw(" text-decoration=\"line-through\"")
        case (false, false): break
        }
        markup.raw(">")
        markup.escaped(text.text(of: run))
        markup.raw("</text>\n")
    }

    private func appendFont(
        of run: ShapedText.Run, to markup: inout SVGMarkup
    ) throws(CairoFailure) {
        markup.attribute("font-size", run.size)
        guard let file = lookup.fontFile(run.font) else {
            return markup.raw(" font-family=\"sans-serif\"")
        }
        let name = try names.name(of: file)
        markup.attribute("font-family") { markup in
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
}

extension ShapedText {
    /// What a run says.
    fileprivate func text(of run: Run) -> String {
        let utf8 = text.utf8
        let range = Int(run.text.lowerBound)..<Int(run.text.upperBound)
        guard range.lowerBound >= 0, range.upperBound <= utf8.count else { return "" }
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(start, offsetBy: range.count)
        return String(decoding: utf8[start..<end], as: UTF8.self)
    }
}
