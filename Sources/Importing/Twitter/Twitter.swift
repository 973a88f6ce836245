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
        var messages = AlternatingChats(
            builder,
            counting: RecordDriver(TwitterChat(directory: TwitterDirectory()), builder, sources))
        var last: JSONDocument?
        for file in claim.files {
            let document = try sources.json(file)
            try forEach(in: document) { index, record, range throws(ImportError) in
                let place = TwitterDirectory.Place(file: file, index: index)
                directory.note(record, in: place)
                try messages.see(
                    range, of: file, in: place.id
                ) { driver, builder throws(ImportError) in
                    try driver.add(record, &builder, &sources)
                }
            } ids: { index, id in
                directory.name(TwitterDirectory.Place(file: file, index: index), id)
            }
            last = document
        }
        let folder = Path.folder(claim.files.first ?? "")
        try directory.learnOwner(folder + "account.js", &sources)
        try directory.learnNames(folder, &sources)
        let chats = directory.chats
        try messages.choose(
            chats.map(\.name), by: chats.map(\.place.id), &builder
        ) { index, runs, builder throws(ImportError) in
            builder.begin(title: chats[index].name.name, isGroup: chats[index].isGroup)
            builder.needsSorting = true
            var driver = RecordDriver(
                TwitterChat(directory: directory), document: chats[index].place.file, builder,
                sources)
            for run in runs {
                let document = try last?.file == run.file ? last : sources.json(run.file)
                last = document
                try driver.read(try document?.entries(in: run.range) ?? [], &builder, &sources)
            }
            if let me = directory.commonPerson.flatMap(builder.known) {
                builder.suggestMe(me, because: "they are in every conversation of the archive")
            }
            driver.end(&builder)
        }
    }

    /// Calls `body` with each message of each conversation, the conversation's index in the file and
    /// the message's place.
    private static func forEach(
        in document: JSONDocument,
        _ body: (Int, JSONValue, Range<Int>) throws(ImportError) -> Void,
        ids: (Int, String) -> Void
    ) throws(ImportError) {
        var walk = document.walk()
        var place = -1
        do throws(ImportError) {
            try document.visit([]) { reader throws(JSONError) in
                try reader.elements { reader throws(JSONError) in
                    place += 1
                    try reader.visit(["dmConversation"]) { reader throws(JSONError) in
                        guard try reader.peek() == .object else { return try reader.skip() }
                        try reader.beginObject()
                        while let key = try reader.nextKey() {
                            switch key {
                            case "conversationId":
                                ids(place, try reader.value().string ?? "")
                            case "messages":
                                try walk.entries(of: &reader) { record, at throws(ImportError) in
                                    try body(place, record, at)
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
