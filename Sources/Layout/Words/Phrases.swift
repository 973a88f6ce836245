import Conversation

/// The fixed words a transcript needs, in the reader's language.
package struct Phrases: Sendable {
    private let language: String

    /// By BCP 47: the language, and the script where Chinese needs one.
    package init(locale: String) { language = locale }

    func status(_ status: Message.Status) -> String {
        switch status {
        case .sending: "Sending…"
        case .sent: "Sent"
        case .delivered: "Delivered"
        case .read: "Read"
        case .played: "Played"
        case .failed: "Not Delivered"
        }
    }

    var continued: String { "continued" }
    var photo: String { "Photo" }
    var deleted: String { "This message was deleted" }
}
