/// How a conversation plays: when messages come, and how long and how finely a clip shows them.
package struct Motion: Sendable, Equatable {
    /// What decides the time between two messages.
    package enum Pace: Sendable, Equatable {
        /// Their own times.
        case real
        /// The time that it takes to read a message.
        case reading
        /// The same time for each.
        case milliseconds(Int)
    }

    package var pace: Pace = .reading
    /// Whether dots appear before a received message.
    package var showsTyping = true
    /// Milliseconds that the end is shown.
    package var hold = 2_000
    /// How often a clip is played; 0 for endlessly.
    package var loop = 0
    /// Pictures a second.
    package var rate = 30
    /// Seconds of the whole clip; nil for as long as the pace takes.
    package var duration: Double?

    package init() {}

    static let paces = 50...60_000
    static let holds = 0...60_000
    static let durations = 0.2...3_600
    /// Seconds of a moment of a clip.
    static let moments = 0.0...3_600
}
