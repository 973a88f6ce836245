import Markup

/// A message while its members are read, in whatever order they come.
struct MessageDraft {
    /// Who speaks in chat-completion formats.
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
            switch self {
            case .user: "User"
            case .assistant: "Assistant"
            case .system: "System"
            case .developer: "Developer"
            case .tool: "Tool"
            case .other(let name): name
            }
        }
    }

    var message = Message()
    var details = MessageDetails()
    var hasDetails = false
    var from: String?
    /// Under which of its names a member was taken.
    var fromKey: String?
    var role: Role?
    var roleName: String?
    var isMine: Bool?
    var atKey: String?
    var kind = Message.Kind.message
    var kindKey: String?
    /// As sent: entities count its UTF-16 units.
    var text: String?
    var textKey: String?
    /// Pictures and files among the parts of a `content` array; they come before the listed ones.
    var parts: [Attachment] = []
    /// Code blocks for calls that a model makes of tools.
    var calls: [TextBlock] = []
    /// The thoughts of a model before it answered.
    var thoughts: [String] = []
    /// Whether anything is what a tool gave back: nobody said it.
    var hasResults = false
    var format: TextFormat?
    var marks: [SourceMark] = []

    /// Whether none of its members says anything: as a rule it is another program's message.
    var holdsNothing: Bool {
        switch kind {
        case .message, .unknown: break
        case .system, .call, .note, .typing, .unread: return false
        }
        return textKey == nil && text == nil && parts.isEmpty && calls.isEmpty && thoughts.isEmpty
            && message.attachments.isEmpty && (!hasDetails || details == MessageDetails())
    }
}

/// An entity as sent.
struct SourceMark {
    /// UTF-16 offsets.
    var range: Range<Int>
    var kind: TextMark.Kind
}
