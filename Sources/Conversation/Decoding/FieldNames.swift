/// The names of members by what they stand in, for whoever has misspelt one. A test compares them
/// with `config/schema.json`.
enum FieldNames {
    /// The members that may be beside the member at a pointer.
    static func beside(_ pointer: String) -> [String] {
        let steps = pointer.split(separator: "/").dropLast().filter { Int($0) == nil }
        guard let last = steps.last else {
            // A conversation may be its messages alone.
            let isInList = pointer.split(separator: "/").count > 1
            return names[isInList ? "messages" : ""] ?? []
        }
        let both = steps.suffix(2).joined(separator: "/")
        return names[both] ?? names[String(last)] ?? []
    }

    /// The members that close something, by their parent. A misspelt one would leave it open, and a
    /// warning would come too late.
    private static let closing = ["/output/": ["password", "sign"], "/options/": ["redact"]]

    /// The members that may be beside the member at a pointer, with their parent.
    static func closing(beside pointer: String) -> (parent: String, names: [String]) {
        let end = pointer.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = end.map { String(pointer[...$0]) } ?? ""
        return (parent, closing[parent] ?? [])
    }

    /// By the last step of a pointer, or by two if one alone is not enough.
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
        "bag": [
            "bag_group_identifier", "contact_email", "contact_name", "contact_phone",
            "external_description", "external_identifier", "internal_sender_description",
            "internal_sender_identifier", "organization_address", "source_organization",
        ],
        "bates": [
            "digits", "place", "prefix", "start",
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
        "canvas": [
            "background", "corner_radius", "height", "padding", "shadow", "size", "width",
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
        "exclude": [
            "from", "has", "kinds", "regex", "text",
        ],
        "filter": [
            "after", "before", "exclude", "from", "has", "kinds", "limit", "regex", "text",
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
        "options": [
            "contrast", "density", "filter", "group_window", "mirror_sides", "order", "redact",
            "show", "strict", "time_format",
        ],
        "output": [
            "archival", "attach", "author", "background", "bag", "canvas", "compression",
            "created", "custodian", "engine", "filename", "fonts", "format", "grayscale",
            "greyscale", "keywords", "max_height", "overflow", "page", "password", "production",
            "profile", "quality", "scale", "sign", "split_by", "subject", "width",
        ],
        "page": [
            "bates", "columns", "exhibit", "footer", "header", "legend", "margin", "orientation",
            "size", "text", "watermark",
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
        "production": [
            "fields", "newline", "quote", "separator", "volume",
        ],
        "reactions": [
            "by", "count", "emoji", "image", "mine", "name", "src",
        ],
        "redact": [
            "as", "message", "participant", "parts", "pattern", "reason",
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
        "show": [
            "avatars", "dates", "edits", "handles", "header", "names", "numbers",
            "reaction_names", "redactions", "status", "system", "times", "utc",
        ],
        "sign": [
            "line", "location", "name", "reason",
        ],
        "size": [
            "height", "width",
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
        "watermark": [
            "angle", "opacity", "text",
        ],
    ]
}
