package import Scene

/// The style of one side's bubbles.
package struct BubbleStyle: Sendable, Equatable {
    package enum Fill: Sendable, Equatable {
        case none
        case color(Color)
        /// Top to bottom of each bubble.
        case gradient([LinearGradient.Stop])
        /// Top to bottom of the whole page, so that bubbles lower down are other shades.
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
        /// Text fills all the room there is, so that code, rules and tables do.
        case column
        case fixed(Double)
    }

    package enum MaxWidth: Sendable, Equatable {
        /// A share of the canvas's whole width.
        case share(Double)
        case points(Double)
        /// Whichever is less.
        case least(share: Double, points: Double)
    }

    package var fill: Fill
    package var textColor: Color
    package var linkColor: Color
    package var underlinesLinks: Bool
    /// Times, captions, file sizes.
    package var secondaryColor: Color
    /// Bars, play marks, chosen answers.
    package var accentColor: Color
    /// Behind link previews, files and code within the bubble.
    package var cardFill: Color
    package var border: Border?
    package var shadow: Shadow?
    /// As for a bubble on the left; mirrored for one on the right.
    package var corners: Corners
    /// Radius of corners that face a neighbour of the same run; nil for no difference.
    package var groupedRadius: Double?
    /// As for a bubble on the left; mirrored for one on the right.
    package var padding: Insets
    package var minSize: Size
    package var maxWidth: MaxWidth
    package var width: Width
    package var alignment: StyledText.Alignment
    package var tail: Tail
    package var image: BubbleImage?

    /// The largest corner; set, it is every corner's.
    package var radius: Double {
        get { max(corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft) }
        set { corners = Corners(all: newValue) }
    }

    package init(
        fill: Fill, textColor: Color, linkColor: Color, secondaryColor: Color, accentColor: Color,
        underlinesLinks: Bool = true, cardFill: Color = .clear, border: Border? = nil,
        shadow: Shadow? = nil, radius: Double,
        groupedRadius: Double? = nil,
        padding: Insets, minSize: Size, maxWidth: MaxWidth, width: Width,
        alignment: StyledText.Alignment, tail: Tail, image: BubbleImage? = nil
    ) {
        self.fill = fill
        self.textColor = textColor
        self.linkColor = linkColor
        self.underlinesLinks = underlinesLinks
        self.secondaryColor = secondaryColor
        self.accentColor = accentColor
        self.cardFill = cardFill
        self.border = border
        self.shadow = shadow
        corners = Corners(all: radius)
        self.groupedRadius = groupedRadius
        self.padding = padding
        self.minSize = minSize
        self.maxWidth = maxWidth
        self.width = width
        self.alignment = alignment
        self.tail = tail
        self.image = image
    }
}
