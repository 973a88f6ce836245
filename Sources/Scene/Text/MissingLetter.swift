/// A letter that no font has, drawn as a hollow box, so that nobody takes it for a letter that was
/// said. All in ems.
package enum MissingLetter {
    package static let advance = 0.66
    fileprivate static let frame = Rect(0.06, -0.7, 0.54, 0.7)
    fileprivate static let line = 0.06
}

extension ShapedText {
    /// The boxes for a run that no font has, to be filled.
    ///
    /// - Parameter origin: where the run begins on its baseline.
    package func missingLetters(of run: Run, at origin: Point) -> Path {
        let frame = MissingLetter.frame
        var path = Path()
        for glyph in glyphs(of: run) {
            let outer = Rect(
                origin.x + Double(glyph.x) + frame.minX * run.size,
                origin.y + frame.minY * run.size, frame.width * run.size, frame.height * run.size)
            let inner = outer.inset(by: MissingLetter.line * run.size)
            path.elements += Path.rectangle(outer).elements
            // The other way round, so that it stays empty.
            path.move(inner.minX, inner.minY)
            path.line(inner.minX, inner.maxY)
            path.line(inner.maxX, inner.maxY)
            path.line(inner.maxX, inner.minY)
            path.close()
        }
        return path
    }
}
