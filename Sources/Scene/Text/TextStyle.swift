/// How a piece of text is set where no span says otherwise.
package struct TextStyle: Sendable, Hashable {
    package var families: [String]
    package var size: Double
    /// The height of every line, whatever fonts it falls back to.
    package var lineHeight: Double
    /// 100 to 900, as in CSS.
    package var weight: Int
    package var isItalic: Bool
    /// Added after every cluster, in points.
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
