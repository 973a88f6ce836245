import Basics
import Model

/// Converts a state event of a room to a system message.
struct MatrixNotice {
    /// Returns the display name for an ID.
    let name: (String) -> String

    private static let states: [String: SystemAction] = [
        "m.room.name": .titleChanged, "m.room.topic": .topicChanged, "m.room.avatar": .photoChanged,
        "m.room.create": .groupCreated, "m.room.encryption": .encryption,
        "m.room.power_levels": .adminChanged, "m.room.join_rules": .settingsChanged,
        "m.room.history_visibility": .settingsChanged, "m.room.guest_access": .settingsChanged,
        "m.room.canonical_alias": .settingsChanged, "m.room.tombstone": .migrated,
        "m.room.pinned_events": .pinned, "m.room.server_acl": .settingsChanged,
        "m.room.third_party_invite": .memberAdded,
    ]

    static func isState(_ type: String) -> Bool { states[type] != nil || type == "m.room.member" }

    /// Fills a record. Returns false if the event is not a known state event.
    func fill(
        _ record: inout Record, _ event: JSONValue, _ type: String, by sender: String
    ) -> Bool {
        let content = event["content"] ?? .null
        let actor = name(sender)
        if type == "m.room.member" {
            let target = event.text("state_key") ?? sender
            let before = event["unsigned"]?["prev_content"] ?? event["prev_content"]
            record.becomeNotice(
                membership(content, before, isOwn: target == sender), by: [actor],
                to: target == sender ? [] : [name(target)])
            return true
        }
        record.becomeNotice(Self.states[type] ?? .notice, by: [actor])
        if let text = content.text("name") ?? content.text("topic") {
            let what = type == "m.room.name" ? "title" : "topic"
            record.message.body = Body.plain(
                "\(CleanText.line(actor)) changed the \(what) to \u{201C}\(text)\u{201D}")
        }
        return Self.states[type] != nil
    }

    private func membership(
        _ content: JSONValue, _ before: JSONValue?, isOwn: Bool
    ) -> SystemAction {
        let was = before?.text("membership")
        switch content.text("membership") {
        case "join" where was == "join":
            return content.text("avatar_url") == before?.text("avatar_url")
                ? .nameChanged : .photoChanged
        case "join": return .memberJoined
        case "invite": return .memberAdded
        case "ban": return .memberRemoved
        case "leave": return isOwn ? .memberLeft : .memberRemoved
        default: return .notice
        }
    }

    /// Parses `geo:60.16,24.93;u=35`.
    static func location(_ content: JSONValue) -> Location {
        let uri = content.text("geo_uri") ?? ""
        let place = uri.hasPrefix("geo:") ? uri.dropFirst(4).prefix { $0 != ";" } : ""
        var location = Location(coordinates: place)
        if let body = content.text("body"), body != uri { location.name = CleanText.line(body) }
        return location
    }
}
