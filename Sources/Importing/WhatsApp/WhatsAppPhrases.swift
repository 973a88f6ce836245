import Basics
import Model

/// The words and sentences that phones write into exports, in all known languages together, because
/// an export does not state its language. A class, because every reader of a chat holds a
/// reference.
final class WhatsAppPhrases: Sendable {
    /// The prefixes of file names, before the chat's name, the longest first.
    let chatNames: [String]
    let stampWords: LocalizedStampWords
    /// The phrases of system texts, in the order in which they are tried.
    let notices: [Notice]
    private let edited: Set<String>
    private let deleted: Set<String>
    private let deletedByMe: Set<String>
    /// The text after an admin's name.
    private let deletedByAdmin: [String]
    private let waiting: [String]
    private let location: Set<String>
    private let liveLocation: Set<String>
    private let fileAttached: Set<String>
    /// The prefixes of the word for media.
    private let media: [String]
    private let mediaOmitted: Set<String>
    private let omittedVerbs: Set<String>
    private let nouns: [String: Attachment.Kind]
    /// The beginnings of `omittedVerbs`, and of the sentences that `mayBeSentence` looks up as a
    /// whole.
    private let verbOpenings: Openings
    private let sentenceOpenings: Openings

    struct Notice: Sendable {
        let says: String
        /// The set of bytes in `says`.
        let bytes: ByteSet
        let event: SystemAction
    }

    /// Reads an object of languages. `schema` collects all faults.
    init(_ json: JSONValue, _ schema: inout SchemaReader) {
        var lists: [String: [String]] = [:]
        var nouns: [String: Attachment.Kind] = [:]
        var notices: [Notice] = []
        var months: [String: Int] = [:]
        for (tag, json) in schema.named(json, at: "") {
            let place = "/" + tag
            let keys = WhatsAppPhrases.lists
            let language = schema.members(
                of: json, at: place, required: [], optional: ["nouns", "months", "notices"] + keys)
            WhatsAppPhrases.read(nouns: language[0], at: place + "/nouns", &schema, &nouns)
            WhatsAppPhrases.read(months: language[1], at: place + "/months", &schema, &months)
            notices += WhatsAppPhrases.notices(language[2], at: place + "/notices", &schema)
            for (key, list) in zip(keys, language[3...]) {
                lists[key, default: []] += schema.texts(list, at: place + "/" + key)
            }
        }
        func set(_ key: String) -> Set<String> { Set(lists[key] ?? []) }
        // Longer prefixes come first, so that they are not hidden by shorter ones.
        chatNames = (lists["chat_names"] ?? []).sorted {
            ($1.utf8.count, $0) < ($0.utf8.count, $1)
        }
        edited = set("edited")
        deleted = set("deleted")
        deletedByMe = set("deleted_by_me")
        deletedByAdmin = lists["deleted_by_admin"] ?? []
        waiting = lists["waiting"] ?? []
        location = set("location")
        liveLocation = set("live_location")
        fileAttached = set("file_attached")
        media = lists["media"] ?? []
        mediaOmitted = set("media_omitted")
        omittedVerbs = set("omitted")
        verbOpenings = Openings(omittedVerbs)
        sentenceOpenings = Openings(
            deleted.union(deletedByMe).union(deletedByAdmin).union(liveLocation))
        self.nouns = nouns
        self.notices = notices
        stampWords = LocalizedStampWords(
            mornings: lists["morning"] ?? [], afternoons: lists["afternoon"] ?? [],
            nights: lists["night"] ?? [], fillers: lists["fillers"] ?? [], months: months,
            weekdays: set("weekdays"))
    }

    /// Removes `<This message was edited>` from the end of a text: known words, or any words after
    /// a mark.
    func withoutEditMark(_ text: String) -> (String, Bool) {
        guard text.utf8.last == UInt8(ascii: ">"),
            let open = text.utf8.lastIndex(of: UInt8(ascii: "<")), open > text.startIndex
        else { return (text, false) }
        let inner = text[text.utf8.index(after: open)...].dropLast()
        guard inner.utf8.count <= 80, WhatsAppFileLine.colon(in: inner) == nil else {
            return (text, false)
        }
        let before = text[..<open]
        let isMarked = before.utf8.suffix(3).elementsEqual([0xE2, 0x80, 0x8E])
        let bytes = Array(before.utf8)
        let body = Marks.trim(bytes, 0..<bytes.count)
        // Brackets with nothing before them are an omitted file.
        guard !body.isEmpty, isMarked || edited.contains(withoutFullStop(Marks.plain(inner)))
        else {
            return (text, false)
        }
        return (String(decoding: bytes[..<body.upperBound], as: UTF8.self), true)
    }

    /// Returns whether a short text may be one of the known sentences, by its last word or as a
    /// whole.
    func mayBeSentence(_ text: String) -> Bool {
        let bytes = text.utf8
        let words = bytes.lastIndex { $0 == 0x20 || $0 == 0x0A }
        let last = words.map { text[bytes.index(after: $0)...] } ?? text[...]
        if isOmittedVerb(last) { return true }
        if text.holds(" call") { return true }
        return sentenceOpenings.mayBegin(text[...]) && (isDeleted(text) || isLiveLocation(text))
    }

    private func isOmittedVerb(_ word: Substring) -> Bool {
        verbOpenings.mayBegin(word) && omittedVerbs.contains(String(word))
    }

    func isDeleted(_ text: String) -> Bool {
        guard sentenceOpenings.mayBegin(text[...]) else { return false }
        let bare = withoutFullStop(text)
        return deleted.contains(bare) || deletedByMe.contains(bare) || deletingAdmin(bare) != nil
    }

    func deletingAdmin(_ text: String) -> String? {
        guard let opening = deletedByAdmin.first(where: text.hasPrefix) else { return nil }
        let name = text.dropFirst(opening.count)
        return CleanText.line(String(name.last == "." ? name.dropLast() : name))
    }

    /// Returns whether the text says that "You" deleted the message. "You" is the exporting user.
    func isDeletedByMe(_ text: String) -> Bool {
        deletedByMe.contains(withoutFullStop(text))
    }

    private func withoutFullStop(_ text: String) -> String {
        let isStopped = text.last.map { ".。।".contains($0) } ?? false
        return isStopped ? String(text.dropLast()) : text
    }

    func isWaiting(_ text: String) -> Bool { waiting.contains(where: text.hasPrefix) }

    /// Returns whether a text is the word before a location's address.
    func isLocation(_ text: String) -> Bool { location.contains(text.lowercased()) }

    func isLiveLocation(_ text: String) -> Bool {
        sentenceOpenings.mayBegin(text[...]) && liveLocation.contains(text)
    }

    /// Returns whether the words are those of `(file attached)`.
    func isAttached(_ words: Substring) -> Bool { fileAttached.contains(String(words)) }

    /// Returns whether the words in angle brackets are a known placeholder of a missing file.
    func isMediaOmitted(_ words: Substring) -> Bool {
        mediaOmitted.contains(words.trimmingBlanks().lowercased())
            || omitted(String(words), isMarked: false) != nil
    }

    /// Returns whether the words in angle brackets may be such a placeholder: two words, of which
    /// the first is a word for media.
    func mayBeMediaOmitted(_ words: Substring) -> Bool {
        let parts = words.split(separator: " ")
        guard parts.count == 2, parts[0].first?.isUppercase == true else { return false }
        let noun = parts[0].lowercased()
        return media.contains { noun.hasPrefix($0) }
    }

    /// Returns the attachment that a text certainly represents, even in unknown words: its kind, if
    /// known, and a document's name.
    func leftOut(_ text: String) -> (Attachment.Kind, String?) {
        if let dot = text.place(of: " • ") {
            return (.file, text[..<dot.lowerBound].trimmingBlanks())
        }
        let lower = text.lowercased().prefix(200)
        let words = lower.split(whereSeparator: { " <>,.".contains($0) })
        // In "GIF image" and "GIF-animation", the abbreviation decides, in any language.
        if words.contains(where: Self.isGIF) { return (.gif, nil) }
        for word in words {
            if let kind = nouns[String(word)] { return (kind, nil) }
        }
        // Thai and Japanese have no spaces between words.
        for (noun, kind) in nouns where noun.utf8.count > 5 && noun.utf8.allSatisfy({ $0 >= 0x80 })
        {
            if lower.holds(noun) { return (kind, nil) }
        }
        return (.file, nil)
    }

    /// Returns whether a lowercase word is `gif`, on its own or followed by a hyphen or non-ASCII
    /// letter.
    private static func isGIF(_ word: Substring) -> Bool {
        guard word.hasPrefix("gif") else { return false }
        guard let next = word.utf8.dropFirst(3).first else { return true }
        return next == UInt8(ascii: "-") || next >= 0x80
    }

    /// Parses `image omitted` or `plan.pdf • 2 pages document omitted`: the kind, and the name if
    /// present.
    func omitted(_ text: String, isMarked: Bool) -> (Attachment.Kind, String?)? {
        let bytes = text.utf8
        guard let end = bytes.lastIndex(where: { $0 != 0x20 }) else { return nil }
        let start = bytes[..<end].lastIndex(of: 0x20).map { bytes.index(after: $0) }
        let word = text[(start ?? text.startIndex)..<bytes.index(after: end)]
        guard isOmittedVerb(word) else { return nil }
        let words = text.split(separator: " ")
        guard let last = words.last, omittedVerbs.contains(String(last)) else { return nil }
        if let dot = text.place(of: " • ") {
            return (.file, text[..<dot.lowerBound].trimmingBlanks())
        }
        guard (2...6).contains(words.count), let noun = words.first?.lowercased() else {
            return nil
        }
        if let kind = nouns[noun] { return (kind, nil) }
        let isDocument = words.dropLast().last.map { nouns[$0.lowercased()] == .file } ?? false
        guard isDocument, isMarked else { return nil }
        return (.file, words.dropLast(2).joined(separator: " "))
    }
}

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
