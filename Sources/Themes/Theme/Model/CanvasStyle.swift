package import Scene

/// The background of the conversation, and the distances between its rows.
package struct CanvasStyle: Sendable, Equatable {
    /// The wallpapers drawn by Chatprint.
    package enum Pattern: String, Sendable, CaseIterable {
        /// Small outlines of everyday objects, evenly scattered.
        case doodles
        case dots
        case grid
        /// Diagonal hairlines.
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
