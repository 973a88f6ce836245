import Scene

extension ShapedText {
    /// Returns the same glyphs for another text. `offset` maps offsets in the old text to the new
    /// one.
    func saying(_ text: String, _ offset: (Int32) -> Int32) -> ShapedText {
        func moved(_ range: Range<Int32>) -> Range<Int32> {
            let start = offset(range.lowerBound)
            return start..<max(start, offset(range.upperBound))
        }
        return ShapedText(
            text: text, size: size, lineHeight: lineHeight,
            lines: lines.map { line in
                Line(
                    baseline: line.baseline, left: line.left, width: line.width, runs: line.runs,
                    text: moved(line.text), isRightToLeft: line.isRightToLeft)
            },
            runs: runs.map { run in
                Run(
                    font: run.font, size: run.size, color: run.color, background: run.background,
                    isUnderlined: run.isUnderlined, isStruck: run.isStruck,
                    isRightToLeft: run.isRightToLeft, kind: run.kind, link: run.link,
                    left: run.left, width: run.width, glyphs: run.glyphs, text: moved(run.text))
            },
            glyphs: glyphs.map { glyph in
                Glyph(id: glyph.id, x: glyph.x, y: glyph.y, cluster: offset(glyph.cluster))
            },
            links: links, tracking: tracking)
    }
}
