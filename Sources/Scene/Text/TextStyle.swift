/// The style of a piece of text without spans.
package struct TextStyle: Sendable, Hashable {
    package var families: [String]
    package var size: Double
    /// The height of every line, regardless of fallback fonts.
    package var lineHeight: Double
    /// The weight from 100 to 900, as in CSS.
    package var weight: Int
    package var isItalic: Bool
    /// The space added after every cluster, in points.
    package var tracking: Double

    package init(
        families: [String], size: Double, lineHeight: Double, weight: Int = 400,
        isItalic: Bool = false, tracking: Double = 0
    ) {
        self.families = families
        self.size = size
        self.lineHeight = lineHeight
        self.weight = weight
        self.isItalic = isItalic
        self.tracking = tracking
    }
}

/// The positions of lines drawn along text, as shares of the font size below the baseline. They
/// suit sans-serif faces: just below the baseline, and through the middle of lowercase letters.
package enum TextRule {
    package static let underline = 0.115
    package static let strike = -0.27
    package static let thickness = 1.0 / 15
}

extension ShapedText.Run {
    /// The area of the run on a line that begins at a point on the baseline.
    package func frame(at line: Point) -> Rect {
        Rect(line.x + left, line.y - 0.96 * size, width, 1.22 * size)
    }
}
