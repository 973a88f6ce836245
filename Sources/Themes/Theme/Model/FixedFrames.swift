package import Scene

/// Frames computed from the measured text, as in tutorials from before self-sizing cells.
package struct FixedFrames: Sendable, Equatable {
    package enum Horizontal: Sendable, Equatable {
        case left(Double)
        /// x = canvas width − `width` (or the measured width if `width` is nil) − this value.
        case right(Double)
    }

    /// width = `width`, or the measured width + `addWidth`; height = max(`minHeight`, measured
    /// height + `addHeight`).
    package struct Frame: Sendable, Equatable {
        package var x: Horizontal
        package var y: Double
        package var width: Double?
        package var addWidth: Double
        package var addHeight: Double
        package var minHeight: Double
    }

    package struct Side: Sendable, Equatable {
        package var text: Frame
        package var bubble: Frame
    }

    /// The width in which text is measured.
    package var measureWidth: Double
    package var received: Side
    package var sent: Side
    /// Row height = max(`rowMinHeight`, measured height + `rowAddHeight`).
    package var rowAddHeight: Double
    package var rowMinHeight: Double
    /// The frame of a label above every message, such as its date.
    package var label: Rect?
    /// The origin of text within its frame, or nil to center text on both axes.
    package var textOrigin: Point?
}
