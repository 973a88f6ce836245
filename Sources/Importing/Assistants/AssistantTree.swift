import Basics

/// Messages that each name their parent. Edited or regenerated messages start new branches, and the
/// branch seen last is the chat.
struct AssistantTree {
    private(set) var nodes: [String: JSONValue] = [:]
    /// The number of messages, including those without an ID or with another's.
    let count: Int
    private var lastID: String?
    private let parent: String

    /// - Parameter source: an array of messages with IDs, or an object with the IDs as keys.
    init(_ source: JSONValue?, id: String, parent: String) {
        self.parent = parent
        let entries = source?.entries ?? []
        let list = source?.array ?? []
        count = entries.count + list.count
        for member in entries { add(member.key, member.value) }
        for message in list {
            if let id = message.identifier(id) { add(id, message) }
        }
    }

    private mutating func add(_ id: String, _ message: JSONValue) {
        if nodes.updateValue(message, forKey: id) == nil { lastID = id }
    }

    /// Returns the messages from the first to the one with `id`, or to the last.
    func path(to id: String?) -> [JSONValue] {
        var id = id ?? lastID
        var path: [JSONValue] = []
        var seen: Set<String> = []
        while let here = id, let node = nodes[here], seen.insert(here).inserted {
            path.append(node)
            id = node.identifier(parent)
        }
        return path.reversed()
    }

    /// Reports the number of messages on other branches.
    func path(to id: String?, _ context: inout RecordContext) -> [JSONValue] {
        let path = path(to: id)
        context.leaveOut(branches: count - path.count)
        return path
    }

    /// Returns the current branch of a chat that lists its messages. Returns all messages if they
    /// do not form one tree: older exports have no parents, and a chat may have lost some messages.
    ///
    /// - Parameter leaf: the ID of the last message, or nil if the export does not state it.
    static func branch(
        of messages: [JSONValue], id: String, parent: String, leaf: String?,
        isUser: (JSONValue) -> Bool, _ context: inout RecordContext
    ) -> [JSONValue] {
        let tree = AssistantTree(.array(messages), id: id, parent: parent)
        let roots = messages.filter { message in
            message.identifier(parent).flatMap { tree.nodes[$0] } == nil
        }
        // Only a user begins a chat. An edited first message is another root, with the same parent.
        guard !roots.isEmpty, roots.count < messages.count, roots.allSatisfy(isUser),
            Set(roots.map { $0.identifier(parent) }).count == 1
        else { return messages }
        return tree.path(to: leaf.flatMap { tree.nodes[$0] == nil ? nil : $0 }, &context)
    }
}

extension RecordContext {
    mutating func leaveOut(branches count: Int) {
        guard count > 0 else { return }
        let messages = WarningText.count(count, "message")
        leftOut.append("\(messages) of other branches (edits, new answers) omitted")
    }
}
