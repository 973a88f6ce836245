/// How a message comes, where the conversation plays.
package struct MotionStyle: Sendable, Equatable {
    package enum Entrance: String, Sendable, CaseIterable {
        /// It is there.
        case none
        case fade
        /// It rises into its place.
        case slide
        /// It grows out of its tail, a little too far.
        case spring
    }

    package var entrance: Entrance = .fade
    package var milliseconds = 200

    init() {}
}
