package import Markup

/// One entry of a conversation. What most messages have stands here; the rest is in `details`, which
/// costs nothing where it is empty.
package struct Message: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case message, system, call, note
        /// Somebody is writing: three dots in a bubble.
        case typing
        /// What stands below it was not read yet.
        case unread
        /// A kind we do not know; drawn as a readable bubble that names it.
        case unknown(String)

        /// As a request names it.
        package var name: String {
            switch self {
            case .message: "message"
            case .system: "system"
            case .call: "call"
            case .note: "note"
            case .typing: "typing"
            case .unread: "unread"
            case .unknown(let kind): kind
            }
        }
    }

    package enum Status: String, Sendable, CaseIterable {
        case sending, sent, delivered, read, played, failed
    }

    package enum Direction: String, Sendable, CaseIterable { case auto, ltr, rtl }

    /// Its place in the whole conversation, counted from 1; what is filtered out keeps its number.
    /// Set when a request is prepared, 0 before.
    package var number = 0
    package var id: String?
    package var from: ParticipantIndex?
    package var at: Moment?
    package var kind: Kind = .message
    package var body: [TextBlock] = []
    package var attachments: [Attachment] = []
    package var status: Status?
    package var direction: Direction = .auto
    /// BCP 47.
    package var language: String?
    private var rare: Box<MessageDetails>?

    package init() {}

    package var details: MessageDetails {
        get { rare?.value ?? MessageDetails() }
        set { rare = newValue == MessageDetails() ? nil : Box(newValue) }
    }

    package var hasDetails: Bool { rare != nil }
}

/// A value on the heap that compares by what it holds.
final class Box<Value: Sendable & Equatable>: Sendable, Equatable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (left: Box, right: Box) -> Bool {
        left === right || left.value == right.value
    }
}
