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

        package init(
            x: Horizontal, y: Double, width: Double? = nil, addWidth: Double, addHeight: Double,
            minHeight: Double
        ) {
            self.x = x
            self.y = y
            self.width = width
            self.addWidth = addWidth
            self.addHeight = addHeight
            self.minHeight = minHeight
        }
    }

    package struct Side: Sendable, Equatable {
        package var text: Frame
        package var bubble: Frame

        package init(text: Frame, bubble: Frame) {
            self.text = text
            self.bubble = bubble
        }
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

    package init(
        measureWidth: Double, received: Side, sent: Side, rowAddHeight: Double,
        rowMinHeight: Double, label: Rect? = nil, textOrigin: Point? = nil
    ) {
        self.measureWidth = measureWidth
        self.received = received
        self.sent = sent
        self.rowAddHeight = rowAddHeight
        self.rowMinHeight = rowMinHeight
        self.label = label
        self.textOrigin = textOrigin
    }
}
