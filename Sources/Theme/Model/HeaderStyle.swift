package import Scene

/// The bar above the conversation, with its title, subtitle and picture.
package struct HeaderStyle: Sendable, Equatable {
    package enum Alignment: String, Sendable, CaseIterable {
        /// Picture and words in a row from the left.
        case start
        /// The picture above the words, both in the middle.
        case center
    }

    /// Whether it stands there where nobody said whether it should.
    package var isShown: Bool
    /// Whether it names everybody, with their numbers and addresses.
    package var listsPeople: Bool
    package var fill: Color
    /// The hairline under the bar; nil for none.
    package var line: Color?
    package var alignment: Alignment
    package var padding: Insets
    /// Zero for no picture.
    package var avatarSize: Double

    package init(
        isShown: Bool = false, listsPeople: Bool = false, fill: Color, line: Color? = nil,
        alignment: Alignment, padding: Insets, avatarSize: Double
    ) {
        self.isShown = isShown
        self.listsPeople = listsPeople
        self.fill = fill
        self.line = line
        self.alignment = alignment
        self.padding = padding
        self.avatarSize = avatarSize
    }
}
