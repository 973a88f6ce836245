import Basics
import Model

extension WhatsAppPhrases {
    /// The keys of a language whose value is a plain list.
    static let lists = [
        "chat_names", "file_attached", "media", "media_omitted", "omitted", "edited", "deleted",
        "deleted_by_me", "deleted_by_admin", "waiting", "location", "live_location", "morning",
        "afternoon", "night", "weekdays", "fillers",
    ]

    private static let kinds: [(name: String, kind: Attachment.Kind)] = [
        ("image", .image), ("video", .video), ("voice", .voice), ("audio", .audio), ("gif", .gif),
        ("sticker", .sticker), ("file", .file), ("contact", .contact), ("location", .location),
    ]

    /// Reads the words for each kind of attachment.
    static func read(
        nouns json: JSONValue?, at pointer: String, _ schema: inout SchemaReader,
        _ nouns: inout [String: Attachment.Kind]
    ) {
        let words = schema.members(
            of: json, at: pointer, required: [], optional: kinds.map(\.name))
        for ((name, kind), list) in zip(kinds, words) {
            for word in schema.texts(list, at: pointer + "/" + name) {
                let known = nouns.updateValue(kind, forKey: word)
                guard let known, known != kind else { continue }
                schema.mismatch(
                    at: pointer + "/" + name, expected: "words with one meaning", actual: word)
            }
        }
    }

    /// Reads twelve lists of month names.
    static func read(
        months json: JSONValue?, at pointer: String, _ schema: inout SchemaReader,
        _ months: inout [String: Int]
    ) {
        let lists = schema.elements(json, at: pointer)
        if json != nil, lists.count != 12 {
            schema.mismatch(at: pointer, expected: "12 lists", actual: String(lists.count))
        }
        for (index, list) in lists.enumerated() {
            let place = pointer + JSONPointer.step(index)
            for name in schema.texts(list, at: place) {
                let known = months.updateValue(index + 1, forKey: name)
                guard let known, known != index + 1 else { continue }
                schema.mismatch(at: place, expected: "names of one month", actual: name)
            }
        }
    }

    static func notices(
        _ json: JSONValue?, at pointer: String, _ schema: inout SchemaReader
    ) -> [Notice] {
        schema.elements(json, at: pointer).enumerated().map { index, element in
            let place = pointer + JSONPointer.step(index)
            let members = schema.members(of: element, at: place, required: ["says", "event"])
            let says = schema.text(members[0], at: place + "/says")
            return Notice(
                says: says, bytes: ByteSet(says),
                event: schema.choice(
                    members[1], at: place + "/event",
                    of: SystemAction.described.map { ($0.rawValue, $0) }))
        }
    }
}
