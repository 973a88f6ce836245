import Conversation
import JSON

/// What exports of AI chats have in common.
enum AssistantChats {
    static let user = "user"
    static let assistant = "assistant"

    static func begin(_ builder: inout ConversationBuilder) {
        builder.conversation.service = .assistant
        builder.conversation.kind = .assistant
        builder.isKindKnown = true
    }

    /// The one chat that is meant, of an array of them or of a file that is one. Only that one
    /// becomes a tree; of the others, all but the heavy member is looked at.
    static func pick(
        in document: JSONDocument, heavy: String, _ builder: ConversationBuilder,
        name: (JSONValue) -> ChatName
    ) throws(ImportError) -> JSONValue {
        var names: [ChatName] = []
        var single: JSONValue?
        try document.visit([]) { reader throws(JSONError) in
            guard try reader.peek() == .array else {
                single = try document.tree(from: &reader)
                return
            }
            try reader.elements { reader throws(JSONError) in
                guard try reader.peek() == .object else { return try reader.skip() }
                names.append(name(try reader.members(without: [heavy])))
            }
        }
        if let single { return single }
        let index = try builder.choose(names)
        var place = 0
        var chosen: JSONValue?
        try document.visit([]) { reader throws(JSONError) in
            try reader.elements { reader throws(JSONError) in
                guard try reader.peek() == .object else { return try reader.skip() }
                if place == index {
                    chosen = try document.tree(from: &reader)
                } else {
                    try reader.skip()
                }
                place += 1
            }
        }
        return chosen ?? .null
    }
}
