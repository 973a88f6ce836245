import Basics
import Scene

/// A row throughout a clip: its successive phases and their times.
struct RowTrack: Sendable {
    /// The content shown in a row's place, from a time until the next phase.
    struct Phase: Sendable {
        enum Kind: Sendable, Equatable {
            /// A row that appears together with a message.
            case plain
            case typing
            case message
            /// The message after its delivery ticks changed or the next message of its run arrived.
            case turned
            case reacted
        }

        let kind: Kind
        /// The start, in milliseconds from the beginning of the clip.
        let start: Int
        /// The duration of the transition to this phase, in milliseconds.
        let entrance: Int
        let row: Row
        /// The area that the phase covers, with the row at its position at rest.
        var ink: Rect = .zero
        /// The point from which the row grows, at the same position.
        var anchor: Point = .zero
        /// The indices of the nodes that the phase before did not have.
        var news: [Int] = []
    }

    /// Whether the row keeps its position throughout the clip.
    let isPinned: Bool
    /// The space above the row.
    let gap: Double
    /// The row's position at rest, without scrolling.
    let top: Double
    /// The phases in the order of their times. Before the first one, nothing is drawn.
    var phases: [Phase]

    /// Returns nil before the first phase.
    func phase(at time: Double) -> Int? {
        let after = phases.partitionPoint { Double($0.start) > time }
        return after == 0 ? nil : after - 1
    }

    /// Returns the elapsed share of a phase's transition.
    func share(of phase: Int, at time: Double) -> Double {
        let phase = phases[phase]
        guard phase.entrance > 0 else { return 1 }
        return min(max((time - Double(phase.start)) / Double(phase.entrance), 0), 1)
    }

    /// Returns the row's current height, and the current part of the gap above it.
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
