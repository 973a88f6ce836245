package import Scene

package struct NameStyle: Sendable, Equatable {
    package enum Shown: String, Sendable, CaseIterable {
        case never, groups, always
        /// Every sender, including "me".
        case everyone
    }

    package enum Place: String, Sendable, CaseIterable {
        case inside, above
        /// In a separate column.
        case beside
    }

    package var shown: Shown
    package var place: Place
    package var color: Color
    /// One color per participant. If empty, `color` is used.
    package var colors: [Color]
    /// The minimum width of the column for names beside the messages.
    package var width: Double = 96
    package var maxLines: Int = 1
    package var isCapital: Bool = false
    /// The color of my name, which is then "Me"; nil for a name like others'.
    package var mineColor: Color?
    /// The width of a bar in the sender's color beside the messages, or 0 for none.
    package var bar: Double = 0
}
