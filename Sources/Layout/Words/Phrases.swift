import Conversation
import FoundationEssentials

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
    var deletedByMe: String { "You deleted this message" }
    var edited: String { "Edited" }
    var pinned: String { "Pinned" }
    var originalMissing: String { "Original message not in this conversation" }

    func forwarded(from name: String?) -> String {
        name.map { "Forwarded from \($0)" } ?? "Forwarded"
    }

    func sentWith(_ effect: String) -> String { "Sent with \(effect)" }

    func name(of kind: Attachment.Kind) -> String {
        kind.rawValue.replacing("_", with: " ").capitalized
    }

    var deleted: String { "This message was deleted" }
}
