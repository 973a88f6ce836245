/// A message while its members are read, in any order.
struct MessageDraft: Sendable {
    /// The speaker in chat-completion formats.
    enum Role: Equatable {
        case user, assistant, system, developer, tool
        case other(String)

        init(_ name: String) {
            switch name.lowercased() {
            case "user", "human": self = .user
            case "assistant", "model", "ai", "bot": self = .assistant
            case "system": self = .system
            case "developer": self = .developer
            case "tool", "function": self = .tool
            default: self = .other(name)
            }
        }

        var id: String {
            switch self {
            case .user: "user"
            case .assistant: "assistant"
            case .system: "system"
            case .developer: "developer"
            case .tool: "tool"
            case .other(let name): name
            }
        }

        var name: String {
            if case .other(let name) = self { return name }
            return id.prefix(1).uppercased() + id.dropFirst()
        }
    }

    var message = Message()
    var details = MessageDetails()
    var hasDetails = false
    var from: String?
    /// The member name from which the sender was read.
    var fromKey: String?
    var role: Role?
    var roleName: String?
    /// The participants that the message describes as its sender.
    var described: [Participant] = []
    var isMine: Bool?
    var atKey: String?
    var kind = Message.Kind.message
    var kindKey: String?
    /// The text as sent, because entities refer to its UTF-16 units.
    var text: String?
    var textKey: String?
    /// The pictures and files among the parts of a `content` array. They precede the listed
    /// attachments.
    var parts: [Attachment] = []
    /// Code blocks for the model's tool calls.
    var calls: [TextBlock] = []
    var thoughts: [String] = []
    /// Whether the message contains a tool's result, which has no sender.
    var hasResults = false
    var format: TextFormat?
    /// In UTF-16 offsets.
    var marks: [TextMark] = []

    /// Such messages usually come from another program.
    var holdsNothing: Bool {
        switch kind {
        case .message, .unknown: break
        case .system, .call, .note, .typing, .unread: return false
        }
        return textKey == nil && text == nil && parts.isEmpty && calls.isEmpty && thoughts.isEmpty
            && message.attachments.isEmpty && (!hasDetails || details == MessageDetails())
    }
}
