import Conversation
import JSON

/// Messages of which each names the one above it: what was edited or asked anew is a branch, and
/// the one that was last seen is the chat.
struct AssistantTree {
    private var nodes: [String: JSONValue] = [:]
    private var order: [String] = []
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
        guard nodes.updateValue(message, forKey: id) == nil else { return }
        order.append(id)
    }

    /// The last one, where none is named.
    var lastID: String? { order.last }

    /// From the first message to the one that is named.
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

    func warn(of shown: Int, _ builder: inout ConversationBuilder) {
        guard nodes.count > shown else { return }
        let messages = WarningText.count(nodes.count - shown, "message")
        builder.warn(.importing, "\(messages) of other branches (edits, new answers) omitted")
    }
}
