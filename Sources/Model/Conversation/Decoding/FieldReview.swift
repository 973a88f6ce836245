package import Basics

/// Decides whether the messages of a JSON document are Chatprint's own, by the field names of the
/// first ones.
///
/// A message is misread if one of these conditions holds:
/// - Its sender or time is in a field unknown to Chatprint.
/// - No known field has any content.
/// - It has neither a sender nor a time, and more unknown fields than known ones.
///
/// A document belongs to another program if at least half of its first messages are misread.
package struct FieldReview: Sendable, Equatable {
    package struct Renamed: Sendable, Equatable {
        package let found: String
        package let ownName: String
    }

    package private(set) var messages = 0
    package private(set) var misread = 0
    /// The fields of misread messages, in order of appearance.
    package private(set) var renamed: [Renamed] = []
    package private(set) var others: [String] = []

    package static func meaning(ofMisspelled name: String) -> String? {
        NearestName.closest(to: name, in: MessageDraft.fields.names)
    }

    package static let maxMessages = 100
    private static let maxNames = 20

    /// The fields of the schema, and one that chat-completion formats add.
    private static let known = Set(MessageDraft.fields.names).union(["parts"])
    private static let senders: Set = ["from", "sender", "author", "role", "is_me", "from_me"]
    private static let times: Set = ["at", "time", "timestamp", "date"]
    /// Known fields that many formats have, so that they do not identify Chatprint's own messages.
    private static let envelope = senders.union(times).union([
        "id", "name", "kind", "type", "status", "lang", "dir", "format", "entities", "service",
    ])
    /// Kinds of messages without a sender, or that need no text.
    private static let silentKinds: Set = ["system", "call", "note", "typing", "unread"]

    package init(_ messages: some Sequence<JSONValue>) {
        for message in messages.prefix(Self.maxMessages) { add(message) }
    }

    package var isForeign: Bool { misread > 0 && misread * 2 >= messages }

    private mutating func add(_ message: JSONValue) {
        guard let members = message.members else {
            if message.kind == .string { messages += 1 }
            return
        }
        messages += 1
        let keys = members.filter { !$0.value.isNull }.map(\.key)
        let own = keys.filter(Self.known.contains)
        let unknown = keys.filter { !Self.known.contains($0) }
        let kind = (message["kind"] ?? message["type"])?.string
        let isSilent = kind.map(Self.silentKinds.contains) ?? false
        let hasSender = own.contains(where: Self.senders.contains)
        let hasTime = own.contains(where: Self.times.contains)
        let hasContent = isSilent || !own.allSatisfy(Self.envelope.contains)
        var lost: Set<ForeignField> = []
        // `name` applies only with a role.
        for key in hasSender ? unknown : unknown + own.filter({ $0 == "name" }) {
            switch ForeignField.meaning(of: key)?.field {
            case .sender, .senderID, .isMe: if !hasSender, !isSilent { lost.insert(.sender) }
            case .time: if !hasTime { lost.insert(.time) }
            case .text: if !hasContent { lost.insert(.text) }
            case .id, .reply, nil: break
            }
        }
        let isStrange = !hasSender && !hasTime && !isSilent && unknown.count > own.count
        guard !lost.isEmpty || !hasContent || isStrange else { return }
        misread += 1
        for key in unknown + own.filter({ $0 == "name" && !hasSender }) { note(key, lost) }
    }

    private mutating func note(_ key: String, _ lost: Set<ForeignField>) {
        guard renamed.count + others.count < Self.maxNames, !others.contains(key),
            !renamed.contains(where: { $0.found == key })
        else { return }
        let field = ForeignField.meaning(of: key)?.field
        let own = field.map { $0 == .senderID || $0 == .isMe ? .sender : $0 }
        if let field, let own, lost.contains(own) {
            renamed.append(Renamed(found: key, ownName: field.ownName))
        } else {
            others.append(key)
        }
    }
}
