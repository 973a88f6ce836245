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
        for file in probe.files {
            guard let shape = file.shape, !shape.isArray else { continue }
            if shape.has("chats.list") || shape.has("personal_information.user_id") {
                return Claim(.certain, [file.name])
            }
            // Tools that simplify an export keep only its messages, and rename the time.
            if shape.has("messages[].date_unixtime", "messages[].from") {
                return Claim(.certain, [file.name])
            }
            guard shape.has("type", "id", "messages") else { continue }
            let isTelegram =
                shape.has("messages[].date_unixtime") || shape.has("messages[].from_id")
                || shape.has("messages[].actor_id") || shape.has("messages[].text_entities")
            if isTelegram { return Claim(.certain, [file.name]) }
        }
        let pages = probe.files.filter(TelegramPages.isPage).map(\.name)
        guard !pages.isEmpty else { return nil }
        // An account has more pages than the probe examines; the others are recognized by name.
        let numbered =
            probe.isArchive ? probe.names.filter { TelegramPages.number(of: $0) != nil } : []
        return Claim(.certain, numbered.isEmpty ? pages : numbered)
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        guard !["html", "htm"].contains(Path.fileExtension(file)) else {
            return try TelegramPages.read(claim.files, &sources, &builder)
        }
        // Telegram writes control characters as `\x1F`.
        let document = try sources.json(file, knowsByteEscapes: true)
        guard let root = try document.members(without: ["messages", "chats", "left_chats"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        builder.conversation.service = .telegram
        builder.needsSorting = true
        var isAccount = root["personal_information"] != nil || root["about"] != nil
        if !isAccount, root["type"] == nil { isAccount = try listsChats(document) }
        if !isAccount || root["type"] != nil {
            var chat = TelegramChat(head: root, account: nil, file: file)
            chat.begin(&builder)
            try document.forEach(at: ["messages"]) { message, pointer throws(ImportError) in
                try chat.add(message, pointer, &builder, &sources)
            }
            return try chat.end(&builder)
        }
        try account(document, root, &sources, &builder)
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

    /// Reads the selected chat of an account in a second pass. An account has two lists of chats.
    private static func account(
        _ document: JSONDocument, _ root: JSONValue, _ sources: inout ExportFiles,
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var heads: [JSONValue] = []
        try forEachChat(in: document) { _, reader throws(JSONError) in
            heads.append(try reader.members(without: ["messages"]))
        }
        let names = heads.map { head in
            ChatName(id: head.identifier("id") ?? "", name: TelegramChat.title(head))
        }
        let wanted = try builder.choose(names)
        let user = root["personal_information"]?.identifier("user_id")
        var chat = TelegramChat(head: heads[wanted], account: user, file: document.file)
        chat.begin(&builder)
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

    /// Calls `body` at each chat. The closure must read the chat.
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
