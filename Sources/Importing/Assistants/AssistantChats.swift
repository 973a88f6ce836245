import Conversation

/// The helpers that importers of AI chats share.
enum AssistantChats {
    static let user = "user"
    static let assistant = "assistant"

    static func begin(_ builder: inout ConversationBuilder) {
        builder.conversation.service = .assistant
        builder.conversation.kind = .assistant
        builder.isKindKnown = true
    }
}
