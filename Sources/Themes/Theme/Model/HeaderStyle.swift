package import Scene

/// The bar above the conversation, with its title, subtitle and picture.
package struct HeaderStyle: Sendable, Equatable {
    package enum Alignment: String, Sendable, CaseIterable {
        /// Picture and text in a row from the left.
        case start
        /// The picture above the text, both centered.
        case center
    }

    /// Whether the bar is shown by default.
    package var isShown: Bool = false
    /// Whether the bar lists all participants with their handles.
    package var listsPeople: Bool = false
    package var fill: Color
    /// The color of the line below the bar, or nil for none.
    package var line: Color?
    package var alignment: Alignment
    package var padding: Insets
    /// The diameter of the picture, or 0 for none.
    package var avatarSize: Double
}
