/// A phone's screen around a conversation: what its app shows above and below the messages.
package struct ScreenFrame: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case none
        /// The bars of the screen alone.
        case screen
        /// The screen in a drawn phone.
        case device
    }

    package var kind: Kind
    /// The words in the status bar; nil leaves them out. Nothing is taken from the machine.
    package var time: String?
    package var carrier: String?
    /// In percent; nil leaves the battery out.
    package var battery: Int?
    /// In points; nil for a screen as tall as the conversation, or a phone's.
    package var height: Double?

    package init(_ kind: Kind) { self.kind = kind }

    /// The screen of a phone, in points.
    package static let width = 390.0
    package static let usualHeight = 844.0
    /// Around the screen of a drawn phone, as a share of the screen's width.
    package static let bezel = 11.0 / width
    /// From the drawn phone to the picture's edge.
    static let margin = 24.0 / width
    package static let heights = 320.0...4_000.0

    /// The height of a phone's screen of this width.
    package static func height(ofWidth width: Double) -> Double {
        (width * usualHeight / self.width).rounded()
    }
}
