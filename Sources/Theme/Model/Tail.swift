/// The shape of a bubble's tail, and its place.
package struct Tail: Sendable, Equatable {
    package enum Shape: String, Sendable, CaseIterable {
        case none
        /// The curl of Messages, at the bottom.
        case curl
        /// WhatsApp's corner, at the top or the bottom.
        case wedgeTop = "wedge-top"
        case wedgeBottom = "wedge-bottom"
        /// Telegram's hook, at the bottom.
        case hook
        /// WeChat's small triangle, beside the first line.
        case arrow
        /// The whole outline of the classic Bézier bubble.
        case bezier
        /// The bubble's picture holds its tail.
        case image
    }

    /// Which bubbles of a run have it.
    package enum Placement: String, Sendable, CaseIterable { case first, last, every, never }

    /// `sender`: received points left, sent points right.
    package enum Side: String, Sendable, CaseIterable { case sender, left, right }

    package var shape: Shape
    package var on: Placement
    package var side: Side

    /// Whether it grows out of the first line rather than the last.
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
