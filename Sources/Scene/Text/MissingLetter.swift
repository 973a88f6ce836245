/// The hollow box for a letter that no font has, which cannot be mistaken for a real letter.
/// Lengths are in ems.
package enum MissingLetter {
    package static let advance = 0.66
    fileprivate static let frame = Rect(0.06, -0.7, 0.54, 0.7)
    fileprivate static let line = 0.06
}

extension ShapedText {
    /// Returns the boxes for a run that no font has, to be filled.
    ///
    /// - Parameter origin: the run's origin on the baseline.
    package func missingLetters(of run: Run, at origin: Point) -> Path {
        let frame = MissingLetter.frame
        var path = Path()
        for glyph in glyphs(of: run) {
            let outer = Rect(
                origin.x + Double(glyph.x) + frame.minX * run.size,
                origin.y + frame.minY * run.size, frame.width * run.size, frame.height * run.size)
            let inner = outer.inset(by: MissingLetter.line * run.size)
            path.elements += Path.rectangle(outer).elements
            // The opposite winding direction keeps the inside empty.
            path.move(inner.minX, inner.minY)
            path.line(inner.minX, inner.maxY)
            path.line(inner.maxX, inner.maxY)
            path.line(inner.maxX, inner.minY)
            path.close()
        }
        return path
    }
}
