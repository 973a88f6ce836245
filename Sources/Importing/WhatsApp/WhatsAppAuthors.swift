import Model

/// The authors at the beginnings of a chat's lines, with counts.
struct WhatsAppAuthors {
    struct Author {
        /// The number of lines with this author.
        var lines = 0
        /// The number of lines with a mark only before their text.
        var marked = 0
        /// The participant, created when the author's first message is read.
        var participant: ParticipantIndex?
    }

    /// An author's name as written in a line, and the author's index.
    struct Name {
        let text: String
        /// The index of the author, for the subscript.
        let place: Int
    }

    /// The name of authors whose own name consists of invisible characters.
    private static let unnamed = "Unknown"

    private var all: [Author] = []
    private var places: [String: Int] = [:]
    /// The latest names as written in lines: a few people write most lines.
    private var recent: [(bytes: [UInt8], name: Name)] = []
    private var nextRecent = 0

    var count: Int { all.count }

    subscript(_ place: Int) -> Author {
        get { all[place] }
        set { all[place] = newValue }
    }

    mutating func name(_ range: Range<Int>, in transcript: WhatsAppTranscript) -> Name {
        for known in recent where transcript.says(known.bytes, at: range) { return known.name }
        let plain = Marks.plain(transcript.text(range)[...])
        // `~ Ben` is a name that Ben chose himself; a bare `~` is a whole name.
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
