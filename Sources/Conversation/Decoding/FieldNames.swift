/// The names of a conversation's members by their parent, for suggestions after a misspelling. The
/// names of settings follow from their declarations. A test compares the names with
/// `config/schema.json`.
enum FieldNames {
    /// Returns the members allowed beside the member at a pointer.
    static func beside(_ pointer: String) -> [String] {
        let steps = pointer.split(separator: "/").dropLast().filter { Int($0) == nil }
        guard let last = steps.last else {
            // A request may be only an array of messages.
            let isInList = pointer.split(separator: "/").count > 1
            return names[isInList ? "messages" : ""] ?? []
        }
        let both = steps.suffix(2).joined(separator: "/")
        return names[both] ?? names[String(last)] ?? []
    }

    /// The names by the last step of the parent's pointer, or by two steps if one is ambiguous.
    static let names: [String: [String]] = [
        "": [
            "emoji", "kind", "locale", "me", "messages", "options", "output", "participants",
            "redacted", "service", "subtitle", "theme", "timezone", "title",
        ],
        "attachments": [
            "alt", "buttons", "caption", "duration", "expires", "expires_at", "filename",
            "height", "kind", "missing", "name", "performer", "poster", "size", "source",
            "spoiler", "src", "text", "thumbnail", "title", "transcript", "ttl", "type", "url",
            "view_once", "waveform", "width",
        ],
        "author": [
            "avatar", "color", "handle", "id", "is_me", "name", "role",
        ],
        "avatar": [
            "data", "file", "url",
        ],
        "body": [
            "text", "type",
        ],
        "buttons": [
            "label", "text", "title", "url",
        ],
        "call": [
            "direction", "duration", "outcome", "video",
        ],
        "contact": [
            "email", "emails", "name", "phone", "phones",
        ],
        "content": [
            "text", "type",
        ],
        "deleted": [
            "at", "by", "reason",
        ],
        "edited": [
            "at", "history",
        ],
        "emoji": [
            "name", "src",
        ],
        "entities": [
            "custom_emoji_id", "done", "href", "language", "length", "level", "name", "number",
            "offset", "start", "type", "url",
        ],
        "forwarded": [
            "at", "from",
        ],
        "from": [
            "avatar", "color", "handle", "id", "is_me", "name", "role",
        ],
        "history": [
            "at", "text",
        ],
        "image": [
            "data", "file", "url",
        ],
        "link": [
            "description", "image", "site", "title", "url",
        ],
        "location": [
            "address", "image", "lat", "latitude", "live", "lng", "lon", "longitude", "name",
            "picture",
        ],
        "messages": [
            "at", "attachments", "author", "body", "call", "contact", "content", "date",
            "deleted", "delivered_at", "dir", "edited", "effect", "entities", "format",
            "forwarded", "from", "from_me", "id", "is_me", "kind", "lang", "link", "location",
            "name", "payment", "pinned", "poll", "reactions", "read_at", "redacted", "reply_to",
            "role", "sender", "service", "starred", "status", "subject", "system", "text",
            "thread", "time", "timestamp", "tool_calls", "translation", "type", "unread",
        ],
        "participants": [
            "avatar", "color", "display_name", "handle", "id", "is_me", "name", "role",
            "username",
        ],
        "payment": [
            "amount", "currency", "direction", "note",
        ],
        "picture": [
            "data", "file", "url",
        ],
        "poll": [
            "closed", "options", "question", "total_voters",
        ],
        "poll/options": [
            "chosen", "text", "voters", "votes",
        ],
        "poster": [
            "data", "file", "url",
        ],
        "reactions": [
            "by", "count", "emoji", "image", "mine", "name", "src",
        ],
        "redacted": [
            "kinds", "reason",
        ],
        "reply_to": [
            "attachment_kind", "from", "id", "text",
        ],
        "sender": [
            "avatar", "color", "handle", "id", "is_me", "name", "role",
        ],
        "source": [
            "data", "file", "url",
        ],
        "src": [
            "data", "file", "url",
        ],
        "system": [
            "action", "actor", "actors", "target", "targets",
        ],
        "text": [
            "text", "type",
        ],
        "thread": [
            "id", "replies", "root",
        ],
        "thumbnail": [
            "data", "file", "url",
        ],
        "translation": [
            "lang", "language", "text",
        ],
    ]
}
