/// The entrance of messages in a clip.
package struct MotionStyle: Sendable, Equatable {
    package enum Entrance: String, Sendable, CaseIterable {
        /// The message appears at once.
        case none
        case fade
        /// The message rises to its position.
        case slide
        /// The message grows out of its tail and overshoots slightly.
        case spring
    }

    package var entrance: Entrance = .fade
    package var milliseconds = 200

    init() {}
}
