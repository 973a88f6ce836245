package import Scene

/// The background of the conversation, and the distances between its rows.
package struct CanvasStyle: Sendable, Equatable {
    /// The wallpapers drawn by Chatprint.
    package enum Pattern: String, Sendable, CaseIterable {
        /// Small outlines of everyday objects, evenly scattered.
        case doodles
        case dots
        case grid
        case stripes
    }

    package enum Background: Sendable, Equatable {
        case color(Color)
        /// From the top to the bottom of the whole page.
        case gradient([LinearGradient.Stop])
        /// A picture repeated at its own size, over a color.
        case tile(ThemePictureIndex, pixelsPerPoint: Double, over: Color)
        /// A wallpaper drawn by Chatprint.
        case pattern(Pattern, ink: Color, over: Color)

        /// The color that determines the contrast of text on the canvas.
        package var color: Color {
            switch self {
            case .color(let color): color
            case .gradient(let stops): stops.first?.color ?? .white
            case .tile(_, _, let color), .pattern(_, _, let color): color
            }
        }
    }

    package struct Gaps: Sendable, Equatable {
        /// The distance between bubbles of one run, between runs, and above and below a day header.
        package var inRun: Double
        package var betweenRuns: Double
        package var aboveHeader: Double
        package var belowHeader: Double
    }

    /// The sides of people's messages.
    package enum Sides: String, Sendable, CaseIterable {
        /// Messages of "me" are on the right.
        case both
        /// All messages are on the left.
        case left
    }

    package var background: Background
    /// The distances from the canvas's edges to the widest bubble's body. Tails may extend into
    /// them.
    package var margins: Insets
    package var gaps: Gaps
    package var sides: Sides = .both
    /// The background of messages that mention me, and the bar at its edge.
    package var mention: Color?
    package var mentionBar: Color?
}

/// The bar above the conversation, with its title, subtitle and picture.
package struct HeaderStyle: Sendable, Equatable {
    package enum Alignment: String, Sendable, CaseIterable {
        /// Picture and text in a row from the left.
        case start
        /// The picture above the text, both centered.
        case center
    }

    package var isShown: Bool = false
    package var listsPeople: Bool = false
    package var fill: Color
    /// The color of the line below the bar, or nil for none.
    package var line: Color?
    package var alignment: Alignment
    package var padding: Insets
    /// The diameter of the picture, or 0 for none.
    package var avatarSize: Double
}

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

package struct MotionStyle: Sendable, Equatable {
    package enum Entrance: String, Sendable, CaseIterable {
        case none
        case fade
        /// The message rises to its position.
        case slide
        /// The message grows out of its tail and overshoots slightly.
        case spring
    }

    package var entrance: Entrance = .fade
    package var milliseconds = 200

    init() {}
}
