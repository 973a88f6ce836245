import Basics
import Model
import Readers

/// `sql/db.sqlite` of Signal's app for computers, encrypted with SQLCipher, in a folder with
/// `config.json` and the attachments.
struct SignalDesktop {
    private let database: ExportDatabase
    private var chats: [(row: Int, name: ChatName, isGroup: Bool)] = []
    /// The names of people by the IDs of their chats and of their accounts.
    private var names: [String: String] = [:]
    private var ownName = "Me"
    private var calls: [String: JSONValue] = [:]
    private let folder: String

    static func isDatabase(_ file: Probe.File) -> Bool {
        if file.tables != nil {
            return file.holds(tables: ["messages", "conversations", "items", "sessions"])
        }
        // Encrypted, so that only its name tells what it is.
        return Path.lastName(file.name) == "db.sqlite" && file.head.count >= 4096
            && !Database.isDatabase(file.head)
    }

    static func read(
        _ file: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let head = builder.sources.prefix(of: file, count: 16)
        let root = file.hasSuffix("sql/db.sqlite") ? String(file.dropLast(13)) : Path.folder(file)
        let key =
            Database.isDatabase(head)
            ? nil : try key(of: file, config: root + "config.json", builder.sources)
        let database = try builder.database(file) { pages throws(ImportError) in
            guard let key else { return nil }
            guard let cipher = PageCipher(key: key, of: pages) else {
                throw .locked(file: file, .wrong(.databaseKey))
            }
            return cipher
        }
        var desktop = SignalDesktop(database: database, folder: root + "attachments.noindex/")
        try desktop.readNames(builder.budget)
        try desktop.readChats(&builder)
    }

    /// Returns the caller's key, or the one that old versions of the app stored beside the
    /// database. Newer ones store a key that only the computer can decrypt.
    private static func key(
        of file: String, config: String, _ sources: ExportFiles
    ) throws(ImportError) -> [UInt8] {
        if let password = sources.password {
            let key = password.use { bytes in
                Hexadecimal.bytes(
                    of: String(
                        decoding: bytes.filter { $0 > 0x20 && !"xX'\"".utf8.contains($0) },
                        as: UTF8.self))
            }
            guard let key, key.count == 32 else {
                throw .locked(file: file, .wrong(.databaseKey))
            }
            return key
        }
        let settings = try sources.smallTree(config)
        guard let key = settings.text("key").flatMap({ Hexadecimal.bytes(of: $0) }) else {
            throw .locked(file: file, .needs(.databaseKey))
        }
        return key
    }

    // MARK: People and chats

    private mutating func readNames(_ budget: WorkBudget) throws(ImportError) {
        var own: String?
        try database.rows(of: "items", ["id", "json"], where: "id = 'uuid_id'") {
            row throws(ImportError) in
            let value = row.text(1).flatMap { JSONValue(inText: $0) }?.text("value")
            own = value.map { String($0.prefix { $0 != "." }) }
        }
        try database.rows(
            of: "conversations",
            [
                "rowid", "id", "type", "name", "profileFullName", "e164", "serviceId", "uuid",
                "json",
            ], by: "rowid"
        ) { row throws(ImportError) in
            guard let number = row.integer(0), let id = row.text(1) else { return }
            let json = row.text(8).flatMap { JSONValue(inText: $0) } ?? .null
            let account = row.text(6) ?? row.text(7)
            let nickname = [json.text("nicknameGivenName"), json.text("nicknameFamilyName")]
                .compactMap(\.self).joined(separator: " ")
            let name =
                [nickname, row.text(3), row.text(4), row.text(5), json.text("username")]
                .lazy.compactMap(\.self).first { !$0.isEmpty }
                ?? "Member \((account ?? id).prefix(8))"
            guard budget.reserve(256 + 2 * name.utf8.count) else { throw .stopped }
            let isOwn = account != nil && account == own
            if isOwn { ownName = row.text(4)?.nonEmpty ?? "Me" }
            names[id] = isOwn ? ownName : name
            if let account { names[account] = isOwn ? ownName : name }
            chats.append((number, ChatName(id: id, name: name), row.text(2) == "group"))
        }
        try database.rows(of: "callsHistory", ["callId", "type", "direction", "status"]) {
            row throws(ImportError) in
            guard let id = row.text(0) else { return }
            guard budget.reserve(256) else { throw .stopped }
            calls[id] = [
                "type": .string(row.text(1) ?? ""), "direction": .string(row.text(2) ?? ""),
                "status": .string(row.text(3) ?? ""),
            ]
        }
    }

    private func readChats(_ builder: inout ConversationBuilder) throws(ImportError) {
        let driver = RecordDriver(
            SigtopChat(names: names, ownName: ownName, folder: folder), document: database.file,
            builder)
        // A chat without messages is a contact.
        var used: Set<String> = []
        if builder.purpose != .listing {
            try database.rows(of: "messages", ["conversationId"]) { row throws(ImportError) in
                if let id = row.text(0) { used.insert(id) }
            }
        }
        let active = chats.filter { builder.purpose == .listing || used.contains($0.name.id) }
        if builder.purpose != .listing {
            return try builder.choose(active.map(\.name)) { index, builder throws(ImportError) in
                let chat = active[index]
                builder.begin(title: chat.name.name, isGroup: chat.isGroup)
                builder.needsSorting = true
                try read(chat.row, driver, &builder)
            }
        }
        var items = AlternatingChats(builder, counting: driver)
        try database.rows(of: "messages", Self.columns, by: "rowid") { row throws(ImportError) in
            let message = message(row, [:])
            try items.see(0..<0, of: "", in: message.text("conversationId")) {
                driver, builder throws(ImportError) in
                try driver.add(message, &builder)
            }
        }
        let found = Set(items.ids)
        let listed = active.filter { found.contains($0.name.id) }
        guard !listed.isEmpty else { throw .noMessages(importer: builder.importer) }
        try items.choose(listed.map(\.name), &builder) { _, _, _ throws(ImportError) in }
    }

    private func read(
        _ chat: Int, _ driver: RecordDriver<SigtopChat>, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var driver = driver
        let filter = "conversationId = (SELECT id FROM conversations WHERE rowid = \(chat))"
        let files = try attachments(
            of: "messageId IN (SELECT id FROM messages WHERE \(filter))", builder.budget)
        try database.rows(of: "messages", Self.columns, where: filter, by: "rowid") {
            row throws(ImportError) in
            guard builder.budget.mayContinue else { throw .stopped }
            let message = message(row, files)
            FieldLog.current?.saw(message)
            try driver.add(message, &builder)
        }
        driver.end(&builder)
    }

    // MARK: Messages

    /// The columns with members of a message's JSON, which newer versions no longer have there.
    private static let columns = texts + numbers + ["isErased", "isViewOnce", "json"]
    private static let texts = [
        "id", "conversationId", "type", "body", "source", "sourceServiceId", "sourceUuid", "callId",
    ]
    private static let numbers = ["sent_at", "received_at", "received_at_ms", "hasAttachments"]
    private static let flags = ["isErased", "isViewOnce", "pending"]

    private func message(
        _ row: borrowing Database.Row, _ files: [String: [JSONValue]]
    ) -> JSONValue {
        let json = row.text(Self.columns.count - 1).flatMap { JSONValue(inText: $0) }
        var members = (json?.members ?? []) + Self.members(row, Self.columns)
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(name, value)) }
        }
        let message = JSONValue.object(members)
        if message["callHistoryDetails"] == nil {
            add("callHistoryDetails", message.text("callId").flatMap { calls[$0] })
        }
        if let found = message.text("id").flatMap({ files[$0] }) {
            let sent = found.filter { $0.text("attachmentType") == "attachment" }
            if !sent.isEmpty { add("attachments", .array(sent)) }
            if let sticker = found.first(where: { $0.text("attachmentType") == "sticker" }) {
                let stated = message["sticker"]?.members ?? []
                add("sticker", .object(stated + [JSONValue.Member("data", sticker)]))
            }
        }
        return .object(members)
    }

    /// Returns the columns that have a value, except the last one.
    private static func members(
        _ row: borrowing Database.Row, _ columns: [String]
    ) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        for (place, name) in columns.dropLast().enumerated() {
            let value: JSONValue? =
                texts.contains(name) || fileTexts.contains(name)
                ? row.text(place).map { .string($0) }
                : row.integer(place).map {
                    flags.contains(name) ? .bool($0 != 0) : .number(String($0))
                }
            if let value { members.append(JSONValue.Member(name, value)) }
        }
        return members
    }

    private static let fileTexts = [
        "messageId", "attachmentType", "contentType", "path", "localKey", "caption", "fileName",
    ]
    private static let fileNumbers = ["size", "width", "height", "flags", "version"]

    /// Returns the files of messages, which old versions have in the JSON.
    private func attachments(
        of filter: String, _ budget: WorkBudget
    ) throws(ImportError) -> [String: [JSONValue]] {
        var files: [String: [JSONValue]] = [:]
        let columns = Self.fileTexts + Self.fileNumbers + ["pending", "editHistoryIndex"]
        guard try database.columns(of: "message_attachments").contains("orderInMessage") else {
            return [:]
        }
        try database.rows(
            of: "message_attachments", columns, where: filter, by: "orderInMessage"
        ) { row throws(ImportError) in
            // The files of older versions of an edited message.
            guard let message = row.text(0), row.integer(columns.count - 1) ?? -1 < 0 else {
                return
            }
            guard budget.reserve(1024) else { throw .stopped }
            files[message, default: []].append(.object(Self.members(row, columns)))
        }
        return files
    }
}
