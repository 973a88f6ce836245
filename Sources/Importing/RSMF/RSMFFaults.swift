import Basics
import Model

/// The required fields that a manifest lacks. The manifest is read anyway, with warnings.
struct RSMFFaults {
    private let people: Set<String>
    private var missing: [String] = []
    private var timeless = 0
    private var senderless = 0
    private var strangers = 0
    private var nameless = 0
    private var kinds: Set<String> = []

    private static let types: Set<String> = [
        "message", "disclaimer", "join", "leave", "history", "unknown",
    ]

    init(head: JSONValue, people: [String: JSONValue]) {
        self.people = Set(people.keys)
        for key in ["version", "participants", "conversations"] where head[key] == nil {
            missing.append(key)
        }
    }

    mutating func look(at event: JSONValue) {
        if event.text("timestamp") == nil { timeless += 1 }
        if event.identifier("id") == nil { nameless += 1 }
        let type = event.text("type") ?? "message"
        if !Self.types.contains(type), kinds.count < 8 { kinds.insert(type) }
        if let sender = event.identifier("participant") {
            if !people.contains(sender) { strangers += 1 }
        } else if type == "message" {
            senderless += 1
        }
    }

    func warn(_ builder: inout ConversationBuilder) {
        for key in missing { builder.warn(.importing, "the manifest has no \"\(key)\"") }
        let counts: [(Int, String)] = [
            (timeless, "without a time"), (nameless, "without an ID"),
            (senderless, "without a participant"),
            (strangers, "by a participant missing from the manifest"),
        ]
        for (count, what) in counts { builder.warn(.importing, count, "event", what) }
        for kind in kinds.sorted() {
            builder.warn(.importing, "events of the unknown type \"\(kind)\"")
        }
    }
}
