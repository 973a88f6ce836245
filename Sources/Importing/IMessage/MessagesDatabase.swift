import Basics
import Model
import Readers

/// `chat.db` of Macs and `sms.db` of iPhones: the database of Apple's Messages.
///
/// Columns differ between systems, and even within one: all are probed. Codes that no source
/// explains become neutral lines with the code.
struct MessagesDatabase {
    static let tables: Set<String> = ["message", "chat", "handle", "chat_message_join"]

    private let database: ExportDatabase
    private var people: MessagesPeople
    /// The talks, each of one or several rows of the table `chat`.
    private var chats: [Chat] = []
    /// The index in `chats` of each row.
    private var places: [Int: Int] = [:]

    private struct Chat {
        var rows: [Int] = []
        var id = ""
        var isGroup = false
        var title: String?
        var service: Service?
        var people: [MessagesPeople.Key] = []
        /// A number or address of mine that was used in the chat.
        var ownHandle: String?
    }

    static func read(
        _ file: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let database = try builder.database(file)
        let (book, _) = try ContactBook.beside(file, &builder)
        var messages = MessagesDatabase(
            database: database, people: try MessagesPeople(database, book))
        try messages.readChats()
        if builder.readsMedia { try messages.warn(&builder) }
        let names = messages.names
        if let index = try builder.chosen(names) {
            return try messages.readChat(index, &builder)
        }
        if builder.purpose == .delivering {
            guard !names.isEmpty else { throw .noMessages(importer: builder.importer) }
            // By the indexes of the tables, a chat costs only its own rows.
            for (index, name) in names.enumerated() {
                try builder.read(name) { builder throws(ImportError) in
                    try messages.readChat(index, &builder)
                }
            }
            return
        }
        try messages.list(names, &builder)
    }

    // MARK: Chats

    private mutating func readChats() throws(ImportError) {
        var members: [Int: Set<MessagesPeople.Key>] = [:]
        try database.rows(of: "chat_handle_join", ["chat_id", "handle_id"]) {
            row throws(ImportError) in
            guard let chat = row.integer(0), let handle = row.integer(1) else { return }
            members[chat, default: []].insert(people.key(handle))
        }
        var known: [String: Int] = [:]
        try database.rows(
            of: "chat",
            [
                "ROWID", "guid", "style", "chat_identifier", "service_name", "display_name",
                "account_login", "last_addressed_handle", "group_id",
            ], by: "ROWID"
        ) { row throws(ImportError) in
            guard let id = row.integer(0) else { return }
            let guid = row.text(1) ?? ""
            let identifier = row.text(3) ?? guid
            let isGroup = row.integer(2) == 43 || row.integer(2) != 45 && guid.holds(";+;")
            var keys = members[id] ?? []
            if keys.isEmpty, !isGroup { keys = [people.key(address: identifier)] }
            let title = row.text(5).flatMap { $0.isEmpty ? nil : CleanText.line($0) }
            // One talk has several rows: one for each service, number or address.
            let ordered = keys.sorted()
            let group = row.text(8)?.nonEmpty ?? title ?? ""
            let talk =
                (isGroup ? "group \(group) " : "") + ordered.map(\.text).joined(separator: " ")
            let place = known[talk] ?? chats.count
            if place == chats.count { chats.append(Chat()) }
            known[talk] = place
            places[id] = place
            let service = IMessageWords.service((row.text(4) ?? "")[...])
            if chats[place].rows.isEmpty {
                chats[place].id = identifier
                chats[place].isGroup = isGroup
                chats[place].people = ordered
            }
            chats[place].rows.append(id)
            if chats[place].title == nil { chats[place].title = title }
            if chats[place].service == nil || service == .imessage {
                chats[place].service = service
            }
            chats[place].ownHandle =
                chats[place].ownHandle ?? Self.address(row.text(7)) ?? Self.address(row.text(6))
            people.learn(own: [row.text(7), row.text(6)].compactMap(Self.address))
        }
    }

    /// Returns the address of an account such as `E:ana@example.org` or `P:+15550100`.
    private static func address(_ account: String?) -> String? {
        guard let account, !account.isEmpty else { return nil }
        let bare =
            account.hasPrefix("E:") || account.hasPrefix("P:") ? account.dropFirst(2) : account[...]
        return bare.isEmpty ? nil : String(bare)
    }

    private var names: [ChatName] {
        var used: Set<String> = []
        return chats.map { chat in
            let others = chat.people.map { people.name($0) }.joined(separator: ", ")
            let name = chat.title ?? (others.isEmpty ? chat.id : others)
            let isNew = used.insert(chat.id).inserted
            return ChatName(id: isNew ? chat.id : "\(chat.id) (\(chat.rows[0]))", name: name)
        }
    }

    private func begin(_ chat: Chat, name: String, _ builder: inout ConversationBuilder)
        throws(ImportError)
    {
        builder.begin(title: name, isGroup: chat.isGroup)
        builder.needsSorting = true
        builder.conversation.service = chat.service ?? .imessage
        try builder.participant(people.me(chat.ownHandle))
        for key in chat.people { try builder.participant(people.person(key)) }
    }

    /// Counts the messages of all chats in one pass.
    private func list(
        _ names: [ChatName], _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard !chats.isEmpty else { throw .noMessages(importer: builder.importer) }
        var empty = builder
        empty.summaries = []
        empty.keepsMessages = false
        var counts: [(builder: ConversationBuilder, reader: MessagesReader)?] = []
        for (chat, name) in zip(chats, names) {
            var own = empty
            try begin(chat, name: name.name, &own)
            counts.append((own, reader(of: chat, file: database.file)))
        }
        // A row may be in several chats.
        var chatOf: [Int: Int] = [:]
        var others: [Int: Set<Int>] = [:]
        for table in ["chat_message_join", "chat_recoverable_message_join"] {
            try database.rows(of: table, ["chat_id", "message_id", "delete_date"]) {
                row throws(ImportError) in
                guard let chat = row.integer(0).flatMap({ places[$0] }),
                    let message = row.integer(1)
                else { return }
                if table == "chat_recoverable_message_join" {
                    counts[chat]?.reader.removed[message] = row.integer(2) ?? 0
                }
                guard builder.budget.reserve(32) else { throw .stopped }
                if let first = chatOf[message], first != chat {
                    others[message, default: []].insert(chat)
                } else {
                    chatOf[message] = chat
                }
            }
        }
        var files: [Int: [MessagesReader.File]] = [:]
        try readFiles(of: nil, builder.budget) { files[$0, default: []].append($1) }
        try database.rows(of: "message", MessagesReader.columns, by: "ROWID") {
            row throws(ImportError) in
            guard let id = row.integer(0), let first = chatOf[id] else { return }
            let own = files.removeValue(forKey: id)
            for chat in [first] + (others[id]?.sorted() ?? []) {
                guard var (builder, reader) = counts[chat] else { continue }
                // Emptied meanwhile, so that the chat is changed in place.
                counts[chat] = nil
                if let own { reader.files = [id: own] }
                do throws(ImportError) {
                    try reader.add(row, &builder)
                } catch {
                    // Selecting this chat reports the error.
                    guard error != .stopped else { throw error }
                    continue
                }
                reader.files = [:]
                counts[chat] = (builder, reader)
            }
        }
        for (name, count) in zip(names, counts) {
            builder.summaries.append(count?.builder.summary(of: name) ?? ChatSummary(chat: name))
        }
    }

    private func reader(of chat: Chat, file: String) -> MessagesReader {
        MessagesReader(
            people: people, service: chat.service ?? .imessage, document: file,
            partner: chat.isGroup ? nil : chat.people.first, ownHandle: chat.ownHandle)
    }

    private func readChat(
        _ index: Int, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let chat = chats[index]
        try begin(chat, name: names[index].name, &builder)
        var reader = reader(of: chat, file: database.file)
        let rows = chat.rows.map(String.init).joined(separator: ", ")
        var chosen = "SELECT message_id FROM chat_message_join WHERE chat_id IN (\(rows))"
        if try !database.columns(of: "chat_recoverable_message_join").isEmpty {
            let recoverable = "chat_recoverable_message_join WHERE chat_id IN (\(rows))"
            chosen += " UNION SELECT message_id FROM \(recoverable)"
            try database.rows(
                of: "chat_recoverable_message_join", ["message_id", "delete_date"],
                where: "chat_id IN (\(rows))"
            ) { row throws(ImportError) in
                if let id = row.integer(0) { reader.removed[id] = row.integer(1) ?? 0 }
            }
        }
        try readFiles(of: chosen, builder.budget) { reader.files[$0, default: []].append($1) }
        try database.rows(
            of: "message", MessagesReader.columns, where: "ROWID IN (\(chosen))", by: "ROWID"
        ) { row throws(ImportError) in try reader.add(row, &builder) }
        try reader.finish(&builder)
    }

    /// Reads the files of messages.
    ///
    /// - Parameter messages: a query for the messages; nil for all.
    private func readFiles(
        of messages: String?, _ budget: WorkBudget,
        _ take: (_ message: Int, MessagesReader.File) -> Void
    ) throws(ImportError) {
        let joins = "message_attachment_join"
        guard try database.columns(of: joins).isSuperset(of: ["message_id", "attachment_id"]) else {
            return
        }
        let filter = messages.map { "message_id IN (\($0))" }
        var owners: [Int: [Int]] = [:]
        try database.rows(of: joins, ["attachment_id", "message_id"], where: filter) {
            row throws(ImportError) in
            guard let file = row.integer(0), let message = row.integer(1) else { return }
            guard budget.reserve(64) else { throw .stopped }
            owners[file, default: []].append(message)
        }
        let files = filter.map { "ROWID IN (SELECT attachment_id FROM \(joins) WHERE \($0))" }
        try database.rows(
            of: "attachment", MessagesReader.File.columns, where: files, by: "ROWID"
        ) { row throws(ImportError) in
            guard let id = row.integer(0) else { return }
            for owner in owners[id] ?? [] {
                guard budget.reserve(400) else { throw .stopped }
                take(owner, MessagesReader.File(row))
            }
        }
    }

    // MARK: Omissions

    /// Warns of messages without a chat, and of numbers that no row has.
    private func warn(_ builder: inout ConversationBuilder) throws(ImportError) {
        var numbers = RowNumbers()
        var orphans = 0
        var joined: [Int] = []
        for table in ["chat_message_join", "chat_recoverable_message_join"] {
            try database.rows(of: table, ["message_id"]) { row throws(ImportError) in
                guard builder.budget.reserve(8) else { throw .stopped }
                if let id = row.integer(0) { joined.append(id) }
            }
        }
        joined.sort()
        // In any order: an index has the numbers in a fiftieth of the table's pages.
        try database.rows(of: "message", ["ROWID"]) { row throws(ImportError) in
            guard let id = row.integer(0) else { return }
            numbers.see(id)
            let place = joined.partitionPoint { $0 >= id }
            if place == joined.count || joined[place] != id { orphans += 1 }
        }
        builder.budget.release(8 * joined.count)
        try database.rows(of: "sqlite_sequence", ["name", "seq"]) { row throws(ImportError) in
            if row.text(0) == "message" { numbers.extend(to: row.integer(1)) }
        }
        builder.warn(
            .importing, orphans, "message", "of the database without a chat omitted")
        builder.warn(unusedOf: numbers)
    }
}

/// The people of a database, each with one or several numbers and addresses.
struct MessagesPeople {
    struct Key: Hashable, Comparable {
        /// The first number or address of the person.
        let text: String

        static func < (left: Key, right: Key) -> Bool { left.text < right.text }
    }

    static let me = ConversationBuilder.anonymousMe
    private let book: ContactBook
    private var handles: [Int: Key] = [:]
    private var keys: [String: Key] = [:]
    /// My name, if the book has one of my numbers or addresses.
    private var ownName: String?

    init(_ database: ExportDatabase, _ book: ContactBook) throws(ImportError) {
        self.book = book
        var first: [String: Key] = [:]
        var handles: [Int: Key] = [:]
        var keys: [String: Key] = [:]
        try database.rows(of: "handle", ["ROWID", "id", "person_centric_id"], by: "ROWID") {
            row throws(ImportError) in
            guard let id = row.integer(0), let address = row.text(1), !address.isEmpty else {
                return
            }
            let marks = Self.marks(address, row.text(2), book)
            let key = marks.lazy.compactMap { first[$0] }.first ?? Key(text: address)
            for mark in marks where first[mark] == nil { first[mark] = key }
            handles[id] = key
            keys[address.lowercased()] = key
        }
        self.handles = handles
        self.keys = keys
    }

    /// What two handles of one person have in common.
    private static func marks(
        _ address: String, _ person: String?, _ book: ContactBook
    ) -> [String] {
        var marks = ["address " + address.lowercased()]
        if let person, !person.isEmpty { marks.append("person " + person) }
        if let contact = book.person(address) { marks.append("contact \(contact.id)") }
        return marks
    }

    func key(_ handle: Int) -> Key { handles[handle] ?? Key(text: "handle \(handle)") }

    func known(_ handle: Int) -> Key? { handles[handle] }

    func key(address: String) -> Key { keys[address.lowercased()] ?? Key(text: address) }

    func name(_ key: Key) -> String { book.person(key.text)?.name ?? key.text }

    func person(_ key: Key) -> Record.Person {
        Record.Person(key: key.text, name: name(key), handle: key.text)
    }

    mutating func learn(own addresses: [String]) {
        for address in addresses where ownName == nil { ownName = book.person(address)?.name }
    }

    func me(_ address: String?) -> Record.Person {
        Record.Person(key: Self.me, name: ownName ?? "Me", handle: address, isMe: true)
    }
}
