import Conversation

/// The files of a conversation's messages, in their order, and then the pictures of its people and
/// emoji, by names that every system can give. A conversation in which something is redacted has
/// none: nobody looked into them for what was hidden.
struct ConversationFiles {
    struct File {
        let media: MediaIndex
        /// No other has the same.
        let name: String
        /// The original name.
        let given: String?
        /// The places of the messages that show it.
        let places: [Int]
    }

    private(set) var files: [File] = []
    private(set) var names: [MediaIndex: String] = [:]

    private static let longestName = 80

    init(_ conversation: Conversation) {
        guard !conversation.isRedacted else { return }
        for (place, message) in conversation.messages.enumerated() {
            for (media, name) in message.files { note(media, called: name, of: place) }
        }
        let pictures =
            conversation.participants.compactMap(\.avatar) + conversation.emoji.map(\.media)
        for media in pictures { note(media, called: nil, of: nil) }
        for media in order where !conversation.media[media].bytes.isEmpty {
            let name = given[media] ?? conversation.media[media].name
            let number = String(files.count + 1)
            let zeros = String(repeating: "0", count: max(0, 4 - number.count))
            let ending = MediaFile.type(of: conversation.media[media].bytes).ending
            // Two may have one name, and a document lists them by name.
            let file = "media-\(zeros)\(number)-" + Self.clean(name ?? "file" + ending)
            names[media] = file
            files.append(
                File(media: media, name: file, given: name, places: places[media] ?? []))
        }
    }

    /// Media in the order of the messages, with the places of those that show them.
    private var order: [MediaIndex] = []
    private var places: [MediaIndex: [Int]] = [:]
    private var given: [MediaIndex: String] = [:]

    private mutating func note(_ media: MediaIndex, called name: String?, of place: Int?) {
        if places[media] == nil { order.append(media) }
        places[media] = places[media] ?? []
        if let place, places[media]?.last != place { places[media]?.append(place) }
        given[media] = given[media] ?? name
    }

    /// A name that every system can give to a file.
    static func clean(_ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? "file"
        let letters = last.unicodeScalars.map { scalar -> Character in
            let isPlain =
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || ["-", "_", ".", " "].contains(scalar)
            return isPlain ? Character(scalar) : "_"
        }
        var clean = letters.suffix(longestName)
        // Which some systems take away.
        while let end = clean.last, end == "." || end == " " { clean.removeLast() }
        return String(clean)
    }
}

extension Message {
    /// The files that it holds or shows, and what they are called.
    fileprivate var files: [(MediaIndex, String?)] {
        var files: [(MediaIndex, String?)] = []
        for attachment in attachments {
            if let file = attachment.file {
                files.append((file, attachment.name))
                if let poster = attachment.media { files.append((poster, nil)) }
            } else if let media = attachment.media {
                files.append((media, attachment.name))
            }
        }
        guard hasDetails else { return files }
        let pictures =
            [details.link?.picture, details.location?.picture] + details.reactions.map(\.picture)
        return files + pictures.compactMap { $0.map { ($0, nil) } }
    }
}
