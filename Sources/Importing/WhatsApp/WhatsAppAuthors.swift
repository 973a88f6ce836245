import Conversation

/// Who stands at the heads of a chat's lines, and how often.
struct WhatsAppAuthors {
    struct Author {
        /// Lines under the name.
        var lines = 0
        /// The number of lines with a mark only before their text.
        var marked = 0
        /// Known once a message of theirs was read.
        var participant: ParticipantIndex?
    }

    /// A name as it stands in a line, and whose it is.
    struct Name {
        let text: String
        /// In `subscript`.
        let place: Int
    }

    /// The name of somebody whose own name consists of invisible characters.
    private static let unnamed = "Unknown"

    private var all: [Author] = []
    private var places: [String: Int] = [:]
    /// The latest names as they stand in lines: few people write most of them.
    private var recent: [(bytes: [UInt8], name: Name)] = []
    private var nextRecent = 0

    var count: Int { all.count }

    subscript(_ place: Int) -> Author {
        get { all[place] }
        set { all[place] = newValue }
    }

    /// The name that stands there.
    mutating func name(_ range: Range<Int>, in transcript: WhatsAppTranscript) -> Name {
        for known in recent where transcript.says(known.bytes, at: range) { return known.name }
        let plain = Marks.plain(transcript.text(range)[...])
        // `~ Ben` is a name that Ben chose for himself; a bare `~` is a whole name.
        let chosen = plain.hasPrefix("~") ? plain.dropFirst().trimmingBlanks() : plain
        let name = chosen.isEmpty ? plain.trimmingBlanks() : chosen
        let text = name.isEmpty ? Self.unnamed : name
        let found = Name(text: text, place: place(of: text))
        let bytes = Array(transcript.bytes[range])
        if recent.count < 8 {
            recent.append((bytes, found))
        } else {
            recent[nextRecent] = (bytes, found)
            nextRecent = (nextRecent + 1) % recent.count
        }
        return found
    }

    private mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        places[name] = all.count
        all.append(Author())
        return all.count - 1
    }
}
