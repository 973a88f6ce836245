import Basics
import Model

/// DeepSeek's data export: trees of messages as in ChatGPT's export, with different message fields.
enum DeepSeek {
    static let importer = Importer(
        "deepseek", title: "DeepSeek",
        summary: "conversations.json of DeepSeek's data export, alone or in its ZIP",
        AssistantFormat(
            assistant: "DeepSeek", source: .chats(heavy: ["mapping"]),
            records: { chat, context in
                let tree = AssistantTree(chat["mapping"], id: "id", parent: "parent")
                let path = tree.path(to: chat.text("current_node"), &context)
                return path.filter { $0["message"]?.kind == .object }
            },
            turns: turns))

    /// The exports of DeepSeek and ChatGPT both have timestamps, but under different names.
    private static func turns(_ node: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        guard let source = node["message"] else { return nil }
        let at = context.moment(source.text("inserted_at"))
        let id = node.identifier("id")
        let model = source.text("model")
        let files = source.list("files").map { file in
            RecordFile(named: (file.text("file_name") ?? file.text("name")).map(Path.lastName))
        }
        if let text = source["content"]?.string {
            // A message without a role is attributed by its depth.
            let isAnswer =
                source.text("role").map { $0.lowercased() == "assistant" }
                ?? !context.index.isMultiple(of: 2)
            let pages = source.list("search_results")
            let thought = source.text("reasoning_content") ?? ""
            return TurnRecord(
                at,
                [
                    .result(.array(pages)), .thought(thought),
                    isAnswer
                        ? .answer(text, id: id, model: model, files: files)
                        : .user(text, id: id, files: files),
                ])
        }
        let fragments = source.list("fragments")
        let isSaid = ["REQUEST", "RESPONSE"].contains(fragments.first?.text("type"))
        var turns: [Turn] = isSaid ? [] : [.silent(files)]
        for (index, fragment) in fragments.enumerated() {
            let text = fragment.text("content") ?? ""
            let own = index == 0 ? files : []
            switch fragment.text("type") {
            case "REQUEST": turns.append(.user(text, id: id, files: own))
            case "RESPONSE":
                turns.append(.answer(text, id: id, model: model, files: own, piece: id))
            case "THINK": turns.append(.thought(text))
            case "SEARCH":
                let pages = fragment.list("results") + fragment.list("content")
                turns += [.result(.array(pages)), .note(text)]
            case let type: context.pass(type)
            }
        }
        return TurnRecord(at, turns)
    }
}
