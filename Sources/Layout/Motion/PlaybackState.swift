/// The visible content at a moment of a clip.
package struct PlaybackState: Sendable, Equatable {
    struct Shown: Sendable, Equatable {
        let row: Int
        let phase: Int
        /// The distance below the row's position at rest, in whole pixels, so that it is drawn as
        /// it is there.
        let shift: Int
        var entrance = Entrance.arrived
        /// The scale of the row's new nodes.
        var news = 1.0
        /// The step of the dots' animation.
        var step = 0
    }

    /// A message in the input bar.
    struct Typed: Sendable, Equatable {
        let message: Int
        let letters: Int
    }

    /// The visible rows in order, without the pinned ones.
    var rows: [Shown] = []
    var typed: Typed?
}
