import Basics

/// Chats in training data sets: `conversations` with `from` and `value`.
enum ShareGPT {
    static let importer = Importer(
        "sharegpt", title: "ShareGPT",
        summary: "chats of \u{201C}from\u{201D} and \u{201C}value\u{201D}, as JSON or JSON Lines",
        AssistantFormat(
            assistant: "Assistant", source: .chats(heavy: ["conversations"]), mayBeLines: true,
            id: { $0.identifier("id") }, untitled: nil, hasEntries: false,
            records: { chat, _ in
                let system = chat["system"].map { value in
                    JSONValue.object([.init("from", .string("system")), .init("value", value)])
                }
                return [system].compactMap(\.self) + chat.list("conversations")
            },
            turns: { TurnRecord(nil, [turn($0, &$1)].compactMap(\.self)) }))

    private static func turn(_ source: JSONValue, _ context: inout RecordContext) -> Turn? {
        let text = source.text("value") ?? ""
        switch source.text("from")?.lowercased() {
        case "human", "user": return .user(text)
        case "gpt", "assistant", "chatgpt", "bing", "bard", "model": return .answer(text)
        case "system": return .note(text)
        case "function_call": return .call("call", .string(text))
        case "tool", "observation", "function_response": return .result(.string(text))
        case let from:
            context.pass(from)
            return nil
        }
    }
}
