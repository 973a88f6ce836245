/// The fill of an outline.
package enum Paint: Sendable, Hashable {
    case color(Color)
    /// A gradient between two points of the drawing, so that neighboring shapes can share it.
    case linear(LinearGradient)
}

package struct LinearGradient: Sendable, Hashable {
    package struct Stop: Sendable, Hashable {
        package let offset: Double
        package let color: Color

        package init(_ offset: Double, _ color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    package let start: Point
    package let end: Point
    package let stops: [Stop]

    package init(from start: Point, to end: Point, stops: [Stop]) {
        self.start = start
        self.end = end
        self.stops = stops
    }
}

/// A line drawn along an outline, centered on it.
package struct Stroke: Sendable, Hashable {
    package let color: Color
    package let width: Double
    /// The lengths of dashes and gaps; empty for a solid line.
    package let dashes: [Double]
    package let roundEnds: Bool

    package init(_ color: Color, width: Double, dashes: [Double] = [], roundEnds: Bool = false) {
        self.color = color
        self.width = width
        self.dashes = dashes
        self.roundEnds = roundEnds
    }
}
