import Basics
import Model

/// The direct messages of an X (Twitter) archive.
enum Twitter {
    static let importer = Importer(
        name: "twitter", title: "X (Twitter)",
        summary: "direct-messages.js of an X (Twitter) archive, alone or in its ZIP",
        recognize: recognize, read: read)

    /// Returns whether a file contains messages: `direct-messages.js`, `direct-messages-part1.js`,
    /// `direct-messages-group.js`, and `direct-message.js` in older archives. Header files repeat
    /// the messages without their texts and are excluded.
    static func isMessageFile(_ path: String) -> Bool {
        let name = Path.lastName(path)
        return name.hasPrefix("direct-message") && name.hasSuffix(".js") && !name.holds("headers")
    }

    private static func recognize(_ probe: Probe) -> Claim? {
        let claim = probe.claim { shape in
            shape.isArray
                && shape.has("[].dmConversation.conversationId", "[].dmConversation.messages")
        }
        guard let claim, probe.isArchive else { return claim }
        let files = probe.names.filter(isMessageFile).sorted()
        return Claim(.certain, files.isEmpty ? claim.files : files)
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        var directory = TwitterDirectory()
        for file in claim.files {
            let document = TwitterDocument(try sources.json(file))
            try document.forEach { place, record throws(ImportError) in
                directory.note(record, in: TwitterDirectory.Place(file: file, index: place))
            } ids: { place, id in
                directory.name(TwitterDirectory.Place(file: file, index: place), id)
            }
        }
        let folder = Path.folder(claim.files.first ?? "")
        try directory.learnOwner(folder + "account.js", &sources)
        try directory.learnNames(folder, &sources)
        let chats = directory.chats
        let chat = TwitterChat(directory: directory)
        var open = try OpenChats(chats.map(\.name), builder) { index, builder in
            builder.begin(title: chats[index].name.name, isGroup: chats[index].isGroup)
            builder.needsSorting = true
            return RecordDriver(chat, document: chats[index].place.file, builder, sources)
        }
        let indices = Dictionary(
            chats.enumerated().map { ($1.place, $0) }
        ) { first, _ in first }
        let chosen = open.chosen.map { chats[$0].place }
        for file in claim.files where chosen.map({ $0.file == file }) ?? true {
            let document = TwitterDocument(try sources.json(file))
            try document.forEach(only: chosen?.index) { place, record throws(ImportError) in
                let place = TwitterDirectory.Place(file: file, index: place)
                guard let index = indices[place] else { return }
                try open.add(at: index) { driver, builder throws(ImportError) in
                    try driver.add(record, &builder, &sources)
                }
            }
        }
        let common = directory.commonPerson
        try open.end(&builder) { driver, builder in
            if let me = common.flatMap(builder.known) {
                builder.suggestMe(me, because: "they are in every conversation of the archive")
            }
            driver.end(&builder)
        }
    }
}

/// A file of conversations, read one message at a time.
struct TwitterDocument {
    private let document: JSONDocument

    init(_ document: JSONDocument) { self.document = document }

    /// Calls `body` with each message of each conversation, or of one conversation, and the
    /// conversation's index in the file.
    func forEach(
        only wanted: Int? = nil, _ body: (Int, JSONValue) throws(ImportError) -> Void,
        ids: (Int, String) -> Void = { _, _ in }
    ) throws(ImportError) {
        var walk = document.walk()
        var place = -1
        do throws(ImportError) {
            try document.visit([]) { reader throws(JSONError) in
                try reader.elements { reader throws(JSONError) in
                    place += 1
                    guard wanted == nil || wanted == place else { return try reader.skip() }
                    try reader.visit(["dmConversation"]) { reader throws(JSONError) in
                        guard try reader.peek() == .object else { return try reader.skip() }
                        try reader.beginObject()
                        while let key = try reader.nextKey() {
                            switch key {
                            case "conversationId":
                                ids(place, try reader.value().string ?? "")
                            case "messages":
                                try walk.elements(of: &reader) { record, _ throws(ImportError) in
                                    try body(place, record)
                                }
                            default: try reader.skip()
                            }
                        }
                    }
                }
            }
        } catch {
            throw walk.failure ?? error
        }
    }
}
