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
        let head: JSONValue
        /// The index among the account's chats, or nil in a file of one chat.
        var index: Int?
        /// The ID of the account's owner.
        var user: String?

        /// - Parameter isOnly: whether the export is one file. Otherwise the ID needs the file's
        ///   path, because a chat may be in several files.
        func name(in file: String, isOnly: Bool) -> ChatName {
            let id = head.identifier("id") ?? ""
            let path = index == nil ? file : file + "/" + id
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
        let isOnly = claim.files.count == 1
        let (place, document) = try builder.choose(
            in: claim.files, &sources,
            open: { file, sources throws(ImportError) in
                // Telegram writes control characters as `\x1F`.
                try sources.json(file, knowsByteEscapes: true)
            },
            chats: { document throws(ImportError) in
                try chats(of: document).map { ($0.name(in: document.file, isOnly: isOnly), $0) }
            })
        try read(place, in: document, &sources, &builder)
    }

    private static func chats(of document: JSONDocument) throws(ImportError) -> [Place] {
        let root = try document.facts(without: ["messages", "chats", "left_chats"])
        var isAccount = root["personal_information"] != nil || root["about"] != nil
        if !isAccount, root["type"] == nil { isAccount = try listsChats(document) }
        guard isAccount, root["type"] == nil else {
            return [Place(head: root)]
        }
        let user = root["personal_information"]?.identifier("user_id")
        var chats: [Place] = []
        try forEachChat(in: document) { index, reader throws(JSONError) in
            let head = try reader.members(without: ["messages"])
            chats.append(Place(head: head, index: index, user: user))
        }
        return chats
    }

    /// Returns whether a file has a list of chats. Tools that shorten exports omit the other parts
    /// of an account.
    private static func listsChats(_ document: JSONDocument) throws(ImportError) -> Bool {
        var isFound = false
        try document.visit(["chats", "list"]) { reader throws(JSONError) in
            isFound = true
            try reader.skip()
        }
        return isFound
    }

    private static func read(
        _ place: Place, in document: JSONDocument, _ sources: inout ExportFiles,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        builder.conversation.service = .telegram
        builder.needsSorting = true
        var chat = TelegramChat(head: place.head, account: place.user, file: document.file)
        chat.begin(&builder)
        guard let wanted = place.index else {
            try document.forEach(at: ["messages"]) { message, pointer throws(ImportError) in
                try chat.add(message, pointer, &builder, &sources)
            }
            return try chat.end(&builder)
        }
        var walk = document.walk()
        do throws(ImportError) {
            try forEachChat(in: document) { index, reader throws(JSONError) in
                guard index == wanted else { return try reader.skip() }
                try reader.visit(["messages"]) { reader throws(JSONError) in
                    try walk.elements(of: &reader) { message, pointer throws(ImportError) in
                        try chat.add(message, pointer, &builder, &sources)
                    }
                }
            }
        } catch {
            throw walk.failure ?? error
        }
        try chat.end(&builder)
    }

    /// Calls `body` at each chat of an account, which has two lists of chats. The closure must read
    /// the chat.
    private static func forEachChat(
        in document: JSONDocument, _ body: (Int, inout JSONReader) throws(JSONError) -> Void
    ) throws(ImportError) {
        var index = 0
        for list in [["chats", "list"], ["left_chats", "list"]] {
            try document.visit(list) { reader throws(JSONError) in
                try reader.elements { reader throws(JSONError) in
                    guard try reader.peek() == .object else { return try reader.skip() }
                    try body(index, &reader)
                    index += 1
                }
            }
        }
    }
}
