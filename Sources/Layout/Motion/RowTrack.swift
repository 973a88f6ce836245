import Scene

/// A row through a clip: what stands in its place, and from when on.
struct RowTrack: Sendable {
    /// What stands in the place of a row from a time on.
    struct Phase: Sendable {
        enum Kind: Sendable, Equatable {
            /// A row that comes with the message below it.
            case plain
            /// Dots.
            case typing
            case message
            /// The message, its ticks turned or another below it.
            case turned
            /// The message with reactions.
            case reacted
        }

        let kind: Kind
        /// Milliseconds from the beginning of the clip.
        let start: Int
        /// How long it takes to come.
        let entrance: Int
        let row: Row
        /// What it draws on, in its row's last place.
        var ink: Rect = .zero
        /// The point that it grows out of, there.
        var anchor: Point = .zero
        /// The nodes that are new on it.
        var news: [Int] = []
    }

    /// Whether it has its place from the beginning and keeps it.
    let isPinned: Bool
    /// The space above it.
    let gap: Double
    /// Its place at rest without scrolling.
    let top: Double
    /// In the order of their times; none is drawn before the first.
    var phases: [Phase]

    /// The number of the phase at a time; nil before the first.
    func phase(at time: Double) -> Int? {
        let after = phases.partitionPoint { Double($0.start) > time }
        return after == 0 ? nil : after - 1
    }

    /// How far a phase has come.
    func share(of phase: Int, at time: Double) -> Double {
        let phase = phases[phase]
        guard phase.entrance > 0 else { return 1 }
        return min(max((time - Double(phase.start)) / Double(phase.entrance), 0), 1)
    }

    /// The height that it takes, the gap above apart, and how much of that gap.
    func room(at time: Double) -> (gap: Double, height: Double) {
        guard let number = phase(at: time) else { return (0, 0) }
        let share = share(of: number, at: time)
        let height = phases[number].row.height
        guard share < 1 else { return (gap, height) }
        let eased = Entrance.eased(share)
        guard number > 0 else { return (gap * eased, height * eased) }
        let before = phases[number - 1].row.height
        return (gap, before + (height - before) * eased)
    }
}
