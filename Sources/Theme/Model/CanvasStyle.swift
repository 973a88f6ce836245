package import Scene

/// The background of the conversation, and the distances between its rows.
package struct CanvasStyle: Sendable, Equatable {
    /// The wallpapers that we draw.
    package enum Pattern: String, Sendable, CaseIterable {
        /// Small outlines of what people chat about, strewn evenly.
        case doodles
        case dots
        case grid
        /// Diagonal hairlines.
        case stripes
    }

    package enum Background: Sendable, Equatable {
        case color(Color)
        /// Top to bottom over the whole page.
        case gradient([LinearGradient.Stop])
        /// A picture repeated at its own size, over a colour.
        case tile(ThemePictureIndex, pixelsPerPoint: Double, over: Color)
        /// One of the wallpapers that we draw ourselves.
        case pattern(Pattern, ink: Color, over: Color)

        /// The colour that text on the canvas is judged against.
        package var color: Color {
            switch self {
            case .color(let color): color
            case .gradient(let stops): stops.first?.color ?? .white
            case .tile(_, _, let color), .pattern(_, _, let color): color
            }
        }
    }

    package struct Gaps: Sendable, Equatable {
        /// Between bubbles of one run, between runs, above and below a day header.
        package var inRun: Double
        package var betweenRuns: Double
        package var aboveHeader: Double
        package var belowHeader: Double

        package init(inRun: Double, betweenRuns: Double, aboveHeader: Double, belowHeader: Double) {
            self.inRun = inRun
            self.betweenRuns = betweenRuns
            self.aboveHeader = aboveHeader
            self.belowHeader = belowHeader
        }
    }

    /// The sides of people's messages.
    package enum Sides: String, Sendable, CaseIterable {
        /// Messages of "me" on the right.
        case both
        /// Everybody's.
        case left
    }

    package var background: Background
    /// From the canvas's edges to the widest bubble's body (tails may reach into it).
    package var margins: Insets
    package var gaps: Gaps
    package var sides: Sides

    package init(
        background: Background, margins: Insets, gaps: Gaps, sides: Sides = .both
    ) {
        self.sides = sides
        self.background = background
        self.margins = margins
        self.gaps = gaps
    }
}
