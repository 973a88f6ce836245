package import Scene

/// The style of one side's bubbles.
package struct BubbleStyle: Sendable, Equatable {
    package enum Fill: Sendable, Equatable {
        case none
        case color(Color)
        /// From the top to the bottom of each bubble.
        case gradient([LinearGradient.Stop])
        /// From the top to the bottom of the whole page, so that lower bubbles have other shades.
        case canvasGradient([LinearGradient.Stop])
    }

    package struct Border: Sendable, Equatable {
        package var width: Double
        package var color: Color

        package init(width: Double, color: Color) {
            self.width = width
            self.color = color
        }
    }

    package struct Shadow: Sendable, Equatable {
        package var dx: Double
        package var dy: Double
        package var blur: Double
        package var color: Color

        package init(dx: Double, dy: Double, blur: Double, color: Color) {
            self.dx = dx
            self.dy = dy
            self.blur = blur
            self.color = color
        }
    }

    package enum Width: Sendable, Equatable {
        /// As narrow as the text allows without another line.
        case shrink
        /// All available width is used, for code, rules and tables.
        case column
        case fixed(Double)
    }

    package enum MaxWidth: Sendable, Equatable {
        /// A fraction of the canvas's width.
        case share(Double)
        case points(Double)
        /// The lesser of both.
        case least(share: Double, points: Double)
    }

    package var fill: Fill
    package var textColor: Color
    package var linkColor: Color
    package var underlinesLinks = true
    /// The color of times, captions and file sizes.
    package var secondaryColor: Color
    /// The color of bars, play buttons and chosen answers.
    package var accentColor: Color
    /// The background of link previews, files and code within the bubble.
    package var cardFill = Color.clear
    package var border: Border?
    package var shadow: Shadow?
    /// The corner radii of a bubble on the left, mirrored for one on the right.
    package var corners: Corners
    /// The radius of corners next to another bubble of the run, or nil for no difference.
    package var groupedRadius: Double?
    /// The padding of a bubble on the left, mirrored for one on the right.
    package var padding: Insets
    package var minSize: Size
    package var maxWidth: MaxWidth
    package var width: Width
    package var alignment: StyledText.Alignment
    package var tail: Tail
    package var image: BubbleImage?

    /// The largest corner radius. Setting it sets all corners.
    package var radius: Double {
        get { max(corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft) }
        set { corners = Corners(all: newValue) }
    }
}
