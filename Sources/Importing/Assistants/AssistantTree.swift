import JSON

/// Messages of which each names the one above it: what was edited or asked anew is a branch, and
/// the one that was last seen is the chat.
struct AssistantTree {
    private(set) var nodes: [String: JSONValue] = [:]
    private var lastID: String?
    private let parent: String

    /// - Parameter source: a list of messages with ids, or an object of them under theirs.
    init(_ source: JSONValue?, id: String, parent: String) {
        self.parent = parent
        for member in source?.entries ?? [] { add(member.key, member.value) }
        for message in source?.array ?? [] {
            if let id = message.identifier(id) { add(id, message) }
        }
    }

    private mutating func add(_ id: String, _ message: JSONValue) {
        if nodes.updateValue(message, forKey: id) == nil { lastID = id }
    }

    /// From the first message to the one that is named, or the last.
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

    /// The same, and says how many messages are of other branches.
    func path(to id: String?, _ context: inout RecordContext) -> [JSONValue] {
        let path = path(to: id)
        context.leaveOut(branches: nodes.count - path.count)
        return path
    }
}

extension RecordContext {
    mutating func leaveOut(branches count: Int) {
        guard count > 0 else { return }
        let messages = WarningText.count(count, "message")
        leftOut.append("\(messages) of other branches (edits, new answers) omitted")
    }
}
