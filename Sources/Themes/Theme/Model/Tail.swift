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

    package init(shape: Shape, on: Placement, side: Side) {
        self.shape = shape
        self.on = on
        self.side = side
    }
}
