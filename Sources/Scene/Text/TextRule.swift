/// Where the lines drawn along text lie, in shares of the font's size from the baseline downwards: what
/// suits sans-serif faces, just under the baseline and through the middle of small letters.
package enum TextRule {
    package static let underline = 0.115
    package static let strike = -0.27
    package static let thickness = 1.0 / 15
}

extension ShapedText.Run {
    /// The room that it takes on a line that begins at a place on the baseline.
    package func frame(at line: Point) -> Rect {
        Rect(line.x + left, line.y - 0.96 * size, width, 1.22 * size)
    }
}
