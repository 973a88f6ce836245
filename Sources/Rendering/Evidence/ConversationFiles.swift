import Basics
import Model

/// The files of a conversation's messages in message order, then the pictures of participants and
/// emoji, with names that are valid on every system. A redacted conversation has no files, because
/// nobody checked whether they contain redacted content.
struct ConversationFiles {
    struct File {
        let media: MediaIndex
        /// The unique file name.
        let name: String
        /// The original name.
        let given: String?
        /// The indices of the messages that show the file.
        let places: [Int]
        /// Whether the file belongs to an attachment, and is not a preview, map or emoji.
        let isAttached: Bool
    }

    private(set) var files: [File] = []
    private(set) var names: [MediaIndex: String] = [:]

    private static let maxNameLength = 80

    /// - Parameter budget: stops the search when it is exhausted. The caller checks it again.
    init(_ conversation: Conversation, _ budget: WorkBudget) {
        for (place, message) in budget.checked(conversation.messages.enumerated()) {
            for (media, name) in message.attachedFiles {
                attached.insert(media)
                note(media, called: name, of: place)
            }
            for media in message.pictures { note(media, called: nil, of: place) }
        }
        let pictures =
            conversation.participants.compactMap(\.avatar) + conversation.emoji.map(\.media)
        for media in pictures { note(media, called: nil, of: nil) }
        guard !conversation.isRedacted else { return }
        for media in budget.checked(order) where !conversation.media[media].bytes.isEmpty {
            let name = given[media] ?? conversation.media[media].name
            let number = String(files.count + 1, digits: 4)
            let ending = MediaFile.type(of: conversation.media[media].bytes).ending
            // Several files may have the same name, and a document lists files by name.
            let file = "media-\(number)-" + Self.clean(name ?? "file" + ending)
            names[media] = file
            files.append(
                File(
                    media: media, name: file, given: name, places: places[media] ?? [],
                    isAttached: attached.contains(media)))
        }
    }

    /// The media in message order.
    private var order: [MediaIndex] = []
    /// The indices of the messages that show each media item, also of a redacted conversation.
    private(set) var places: [MediaIndex: [Int]] = [:]
    private var given: [MediaIndex: String] = [:]
    private var attached: Set<MediaIndex> = []

    private mutating func note(_ media: MediaIndex, called name: String?, of place: Int?) {
        if places[media] == nil { order.append(media) }
        places[media] = places[media] ?? []
        if let place, places[media]?.last != place { places[media]?.append(place) }
        given[media] = given[media] ?? name
    }

    /// Returns a file name that is valid on every system.
    static func clean(_ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? "file"
        let letters = last.unicodeScalars.map { scalar -> Character in
            let isPlain =
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || ["-", "_", ".", " "].contains(scalar)
            return isPlain ? Character(scalar) : "_"
        }
        var clean = letters.suffix(maxNameLength)
        // Some systems remove a final dot or space.
        while let end = clean.last, end == "." || end == " " { clean.removeLast() }
        return String(clean)
    }
}

extension Message {
    /// The files of the message's attachments, with their names.
    fileprivate var attachedFiles: [(MediaIndex, String?)] {
        attachments.flatMap { attachment -> [(MediaIndex, String?)] in
            guard let file = attachment.file else {
                return attachment.media.map { [($0, attachment.name)] } ?? []
            }
            return [(file, attachment.name)] + (attachment.media.map { [($0, nil)] } ?? [])
        }
    }

    /// The pictures of the message's link, place and reactions.
    fileprivate var pictures: [MediaIndex] {
        guard hasDetails else { return [] }
        let pictures =
            [details.link?.picture, details.location?.picture] + details.reactions.map(\.picture)
        return pictures.compactMap { $0 }
    }
}
