/// The line drawn along an outline, centred on it.
package struct Stroke: Sendable, Hashable {
    package let color: Color
    package let width: Double
    /// Lengths of dashes and the gaps between them; empty for a whole line.
    package let dashes: [Double]
    package let roundEnds: Bool

    package init(_ color: Color, width: Double, dashes: [Double] = [], roundEnds: Bool = false) {
        self.color = color
        self.width = width
        self.dashes = dashes
        self.roundEnds = roundEnds
    }
}
