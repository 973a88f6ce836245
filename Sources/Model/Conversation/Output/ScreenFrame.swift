/// A phone's screen around a conversation, with the parts of the app above and below the messages.
package struct ScreenFrame: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case none
        /// Only the bars of the screen.
        case screen
        /// The screen in a drawn phone.
        case device
    }

    package var kind: Kind
    /// The texts in the status bar, or nil for none. The machine's state is never used.
    package var time: String?
    package var carrier: String?
    /// In percent; nil for no battery.
    package var battery: Int?
    /// The height in points, or nil for the height of the conversation or of a phone.
    var height: Double?

    package init(_ kind: Kind) { self.kind = kind }

    /// The size of a phone's screen in points.
    package static let width = 390.0
    static let usualHeight = 844.0
    /// The width of the bezel around a drawn phone's screen, as a fraction of the screen's width.
    package static let bezel = 11.0 / width
    /// The distance from the drawn phone to the picture's edge, as a fraction of the screen's
    /// width.
    static let margin = 24.0 / width
    static let heights = 320.0...4_000.0

    package static func height(ofWidth width: Double) -> Double {
        (width * usualHeight / self.width).rounded()
    }
}
