/// The timing of a clip: the times of its messages, its length and its frame rate.
package struct Motion: Sendable, Equatable {
    /// The rule for the time between two messages.
    package enum Pace: Sendable, Equatable {
        /// The messages' own times, with long pauses shortened.
        case real
        /// The time needed to read a message.
        case reading
        /// The same time for each message.
        case milliseconds(Int)
    }

    package var pace: Pace = .reading
    /// Whether dots appear before a received message.
    package var showsTyping = true
    /// The time for which the end is shown, in milliseconds.
    package var hold = 2_000
    /// The number of times that a clip is played; 0 for endless repetition.
    package var loop = 0
    /// The number of pictures per second.
    package var rate = 30
    /// The length of the whole clip in seconds; nil to derive it from the pace.
    package var duration: Double?

    package init() {}

    static let paces = 50...60_000
    static let holds = 0...60_000
    static let durations = 0.2...3_600
    /// The allowed times of a still, in seconds.
    static let moments = 0.0...3_600
}
