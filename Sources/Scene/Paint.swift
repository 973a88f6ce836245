/// What an outline is filled with.
package enum Paint: Sendable, Hashable {
    case color(Color)
    /// From one place on the drawing to another, so that neighbours can share one gradient.
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
