import Basics
import Model

/// Telegram Desktop's `result.json` or HTML pages: one chat, or a whole account.
enum Telegram {
    static let importer = Importer(
        name: "telegram", title: "Telegram",
        summary:
            "result.json or messages.html of Telegram Desktop, one chat or the whole account, with its folder",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let pages = probe.files.filter(TelegramPages.isPage).map(\.name)
        if var claim = probe.claimsNumbered({ $0.holdsObject(isExport) }) {
            // The pages of a chat or an account may be beside or below its JSON.
            let folders = claim.files.map(Path.folder)
            claim.others = pages.count { page in !folders.contains(where: page.hasPrefix) }
            return claim
        }
        guard !pages.isEmpty else { return nil }
        // An account has more pages than the probe examines; the others are recognized by name.
        let numbered =
            probe.isArchive ? probe.names.filter { TelegramPages.number(of: $0) != nil } : []
        return Claim(.certain, numbered.isEmpty ? pages : numbered)
    }

    private static func isExport(_ file: Probe.File, _ shape: JSONShape) -> Bool {
        if shape.has("chats.list") || shape.has("personal_information.user_id") { return true }
        // Tools that simplify an export keep only its messages, and rename the time.
        if shape.has("messages[].date_unixtime", "messages[].from") { return true }
        guard shape.has("type", "id", "messages") else { return false }
        return shape.has("messages[].date_unixtime") || shape.has("messages[].from_id")
            || shape.has("messages[].actor_id") || shape.has("messages[].text_entities")
    }

    /// A chat in a file of one chat, or in the file of an account.
    private struct Place {
        let file: String
        let head: JSONValue
        /// The counts of the chat while chats are listed; nil if it cannot be read.
        let count: ConversationBuilder?
        /// Whether the chat is one of an account's, instead of the whole file.
        var isOfAccount = false
        /// The ID of the account's owner.
        var user: String?

        /// - Parameter isOnly: whether the export is one file. Otherwise the ID needs the file's
        ///   path, because a chat may be in several files.
        func name(isOnly: Bool) -> ChatName {
            let id = head.identifier("id") ?? ""
            let path = isOfAccount ? file + "/" + id : file
            // A file with only messages does not describe the chat.
            let isNamed = head["type"] != nil || head["name"] != nil
            let name = isNamed ? TelegramChat.title(head) : Path.stem(file)
            return ChatName(id: isOnly ? id : path, name: name)
        }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        if let file = claim.files.first, ["html", "htm"].contains(Path.fileExtension(file)) {
            return try TelegramPages.read(claim.files, &sources, &builder)
        }
        builder.conversation.service = .telegram
        builder.needsSorting = true
        let isOnly = claim.files.count == 1
        var places: [Place] = []
        var best: (rank: Int, document: JSONDocument, reader: JSONReader)?
        for file in claim.files {
            // Telegram writes control characters as `\x1F`.
            let document = try sources.json(file, knowsByteEscapes: true)
            let found = try chats(of: document, &sources, builder) {
                builder.rank(of: $0.name(isOnly: isOnly))
            }
            if let (rank, reader) = found.best, rank < best?.rank ?? .max {
                best = (rank, document, reader)
            }
            places += found.places
        }
        let names = places.map { $0.name(isOnly: isOnly) }
        guard let chosen = try builder.chosen(names), let (_, document, start) = best else {
            builder.summaries = zip(places, names).map { place, name in
                place.count?.summary(of: name) ?? ChatSummary(name)
            }
            return
        }
        let place = places[chosen]
        var chat = TelegramChat(head: place.head, account: place.user, file: place.file)
        chat.begin(&builder)
        var (reader, walk) = (start, document.walk())
        do throws(JSONError) {
            try reader.visit(["messages"]) { reader throws(JSONError) in
                try walk.elements(of: &reader) { message, pointer throws(ImportError) in
                    try chat.add(message, pointer, &builder, &sources)
                }
            }
        } catch {
            throw walk.failure ?? .json(file: document.file, error)
        }
        chat.end(&builder)
    }

    /// Returns the chats of a file, and a reader at the one that fits best. While chats are listed,
    /// counts their messages.
    ///
    /// - Parameter rank: returns how well a chat fits, or nil if it does not.
    private static func chats(
        of document: JSONDocument, _ sources: inout ExportFiles, _ builder: ConversationBuilder,
        rank: (Place) -> Int?
    ) throws(ImportError) -> (places: [Place], best: (rank: Int, reader: JSONReader)?) {
        var root: JSONReader?
        var facts: [JSONValue.Member] = []
        var only: ConversationBuilder?
        var places: [Place] = []
        var best: (rank: Int, reader: JSONReader)?
        var hasList = false
        var walk = document.walk()
        // Reads the messages, which may precede the name of their chat.
        func messages(of reader: inout JSONReader) throws(JSONError) -> ConversationBuilder? {
            guard builder.purpose == .listing else {
                try reader.skip()
                return nil
            }
            var counted: ConversationBuilder? = builder
            var chat = TelegramChat(head: .null, account: nil, file: document.file)
            try walk.elements(of: &reader) { message, pointer throws(ImportError) in
                guard var one = counted else { return }
                // Emptied meanwhile, so that the chat is changed in place.
                counted = nil
                do throws(ImportError) {
                    try chat.add(message, pointer, &one, &sources)
                } catch {
                    // Selecting this chat reports the error.
                    guard error != .stopped else { throw error }
                    return
                }
                counted = one
            }
            counted?.conversation.messages = []
            return counted
        }
        do throws(ImportError) {
            try document.visit([]) { reader throws(JSONError) in
                guard try reader.peek() == .object else { return try reader.skip() }
                root = reader
                try forEachChat(at: &reader) { key, reader throws(JSONError) in
                    if key != "messages" {
                        facts.append(JSONValue.Member(key, try reader.value()))
                    } else {
                        only = try messages(of: &reader)
                    }
                } list: { isCurrent in
                    hasList = hasList || isCurrent
                } chat: { reader throws(JSONError) in
                    let start = reader
                    var head: [JSONValue.Member] = []
                    var count: ConversationBuilder? = builder
                    try reader.members { key, reader throws(JSONError) in
                        if key == "messages" {
                            count = try messages(of: &reader)
                        } else {
                            head.append(JSONValue.Member(key, try reader.value()))
                        }
                    }
                    let place = Place(
                        file: document.file, head: .object(head), count: count, isOfAccount: true)
                    places.append(place)
                    if let rank = rank(place), rank < best?.rank ?? .max { best = (rank, start) }
                }
            }
        } catch {
            throw walk.failure ?? error
        }
        guard let root else {
            throw .invalid(file: document.file, pointer: "", expected: "an object")
        }
        let head = JSONValue.object(facts)
        FieldLog.current?.saw(head)
        let isAccount = head["personal_information"] != nil || head["about"] != nil || hasList
        guard isAccount, head["type"] == nil else {
            let place = Place(file: document.file, head: head, count: only ?? builder)
            return ([place], rank(place).map { ($0, root) })
        }
        let user = head["personal_information"]?.identifier("user_id")
        for index in places.indices { places[index].user = user }
        return (places, best)
    }

    /// Reads an object. Calls `chat` at each chat in the lists of an account, and `other` for each
    /// other member. The closures must read the value.
    private static func forEachChat(
        at reader: inout JSONReader,
        other: (String, inout JSONReader) throws(JSONError) -> Void,
        list: (_ isCurrent: Bool) -> Void = { _ in },
        chat: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            guard key == "chats" || key == "left_chats" else {
                try other(key, &reader)
                continue
            }
            try reader.visit(["list"]) { reader throws(JSONError) in
                list(key == "chats")
                try reader.elements { reader throws(JSONError) in
                    guard try reader.peek() == .object else { return try reader.skip() }
                    try chat(&reader)
                }
            }
        }
    }
}
