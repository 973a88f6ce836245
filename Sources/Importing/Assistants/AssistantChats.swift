import Conversation

/// What exports of AI chats have in common.
enum AssistantChats {
    static let user = "user"
    static let assistant = "assistant"

    static func begin(_ builder: inout ConversationBuilder) {
        builder.conversation.service = .assistant
        builder.conversation.kind = .assistant
        builder.isKindKnown = true
    }
}
