package import Scene

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

    package var radius: Double {
        get { max(corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft) }
        set { corners = Corners(all: newValue) }
    }
}

/// The shape and placement of a bubble's tail.
package struct Tail: Sendable, Equatable {
    package enum Shape: String, Sendable, CaseIterable {
        case none
        /// The curl of Messages, at the bottom.
        case curl
        /// The corner of WhatsApp, at the top or bottom.
        case wedgeTop = "wedge-top"
        case wedgeBottom = "wedge-bottom"
        /// The hook of Telegram, at the bottom.
        case hook
        /// The small triangle of WeChat, beside the first line.
        case arrow
        /// The outline of the whole classic Bézier bubble.
        case bezier
        /// The tail is part of the bubble's picture.
        case image
    }

    /// The bubbles of a run that have a tail.
    package enum Placement: String, Sendable, CaseIterable {
        case first, last, every, never
        /// The first bubble beside an avatar.
        case avatar
    }

    /// The side to which tails point. With `sender`, received bubbles point left and sent ones
    /// right.
    package enum Side: String, Sendable, CaseIterable { case sender, left, right }

    package var shape: Shape
    package var on: Placement
    package var side: Side

    /// Whether the tail is at the first line instead of the last.
    package var isAtHead: Bool {
        switch shape {
        case .wedgeTop, .arrow: true
        case .none, .curl, .wedgeBottom, .hook, .bezier, .image: false
        }
    }
}

/// A bubble drawn from pictures.
package struct BubbleImage: Sendable, Equatable {
    /// A version of the picture for one scale. The nearest scale is used.
    package struct Variant: Sendable, Equatable {
        package var picture: ThemePictureIndex
        package var scale: Double
    }

    package enum Source: Sendable, Equatable {
        /// One picture. The corners inside the caps are never stretched.
        case slices([Variant], caps: Insets)
        /// Nine pictures, row by row from the top left. The corners keep their size.
        case fragments([ThemePictureIndex], size: Size)
        /// One picture, stretched as a whole.
        case whole([Variant])
    }

    package var source: Source
    /// The color that fills the picture's alpha channel, or nil for the picture's own colors.
    package var tint: Color?
    /// Whether the picture's tail points left. By default it points right, and is mirrored for
    /// bubbles that point left.
    package var isMirrored: Bool = false
}
