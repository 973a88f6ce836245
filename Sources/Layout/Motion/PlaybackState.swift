/// What shows at a moment of a clip.
package struct PlaybackState: Sendable, Equatable {
    /// A row that shows.
    struct Shown: Sendable, Equatable {
        let row: Int
        /// What stands in its place.
        let phase: Int
        /// Whole pixels below its place at rest, so that it is drawn as it is there.
        let shift: Int
        var entrance = Entrance.arrived
        /// The size of what is new on it, as a share of its own.
        var news = 1.0
        /// The step of the dots.
        var step = 0
    }

    /// A message in the input bar.
    struct Typed: Sendable, Equatable {
        let message: Int
        let letters: Int
    }

    /// In their order, those that keep their places left out.
    var rows: [Shown] = []
    var typed: Typed?
}
