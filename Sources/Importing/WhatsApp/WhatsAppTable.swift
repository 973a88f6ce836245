import Basics
import Model
import Readers

/// A phone's table of messages, of which each row tells its chat. Reads one chat of it, or counts
/// the messages of all.
protocol WhatsAppTable {
    associatedtype Chat: Hashable

    var tables: ExportDatabase { get }
    static var table: String { get }
    /// The columns of a row: the first three are its ID, its chat, and its place in the order.
    static var columns: [String] { get }
    /// The order of a chat, if it is not the stored one.
    static var order: String { get }

    static func chat(_ row: borrowing Database.Row) -> Chat?
    /// - Parameter first: the ID of the chat's first message.
    static func filter(_ chat: Chat, first: Int) -> String
    /// Returns nil for a chat to leave out.
    func name(_ chat: Chat) -> ChatName?
    /// Reads what other tables say of the chat's messages.
    mutating func learn(
        _ chat: Chat, _ rows: MessageRows, _ builder: inout ConversationBuilder
    ) throws(ImportError)
    mutating func add(
        _ row: borrowing Database.Row, _ builder: inout ConversationBuilder
    ) throws(ImportError)
    mutating func end(_ chat: Chat, _ builder: inout ConversationBuilder) throws(ImportError)
}

extension WhatsAppTable {
    mutating func read(_ builder: inout ConversationBuilder) throws(ImportError) {
        var order: [Chat] = []
        var found: [Chat: (first: Int, last: Int, isSorted: Bool)] = [:]
        var orphans = 0
        var numbers = RowNumbers()
        let isDelivering = builder.purpose == .delivering
        // When all chats are read, rows are found by ID, because tables may have no index by chat.
        var rows: [Chat: [(place: Int, id: Int)]] = [:]
        try tables.rows(of: Self.table, Array(Self.columns.prefix(3))) { row throws(ImportError) in
            let id = row.integer(0)
            if let id { numbers.see(id) }
            guard let id, let chat = Self.chat(row) else {
                orphans += 1
                return
            }
            let place = row.integer(2) ?? 0
            if isDelivering {
                guard builder.budget.reserve(16) else { throw .stopped }
                rows[chat, default: []].append((place, id))
            }
            if let known = found[chat] {
                found[chat] = (known.first, place, known.isSorted && place >= known.last)
            } else {
                found[chat] = (id, place, true)
                order.append(chat)
            }
        }
        let chats = order.compactMap { chat in name(chat).map { (chat: chat, name: $0) } }
        builder.conversation.service = .whatsapp
        if isDelivering {
            guard !chats.isEmpty else { throw .noMessages(importer: builder.importer) }
            for chat in chats {
                try builder.read(chat.name) { builder throws(ImportError) in
                    var own = self
                    let facts = found[chat.chat] ?? (0, 0, true)
                    var places = rows.removeValue(forKey: chat.chat) ?? []
                    if !facts.isSorted { places.sort { $0 < $1 } }
                    try own.read(chat, facts, ids: places.map(\.id), &builder)
                    builder.warn(.importing, orphans, "message", "of no chat omitted")
                    builder.warn(unusedOf: numbers)
                }
            }
            return
        }
        guard let index = try builder.chosen(chats.map(\.name)) else {
            return try count(chats, &builder)
        }
        let facts = found[chats[index].chat] ?? (0, 0, true)
        found = [:]
        try read(chats[index], facts, ids: nil, &builder)
        builder.warn(.importing, orphans, "message", "of no chat omitted")
        builder.warn(unusedOf: numbers)
    }

    /// - Parameter ids: the messages of the chat in order, if they are known.
    private mutating func read(
        _ wanted: (chat: Chat, name: ChatName), _ facts: (first: Int, last: Int, isSorted: Bool),
        ids: [Int]?, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let chat = wanted.chat
        let filter = Self.filter(chat, first: facts.first)
        var messages = Set(ids ?? [])
        guard builder.budget.reserve(32 * messages.count) else { throw .stopped }
        if ids == nil {
            try tables.rows(of: Self.table, [Self.columns[0]], where: filter) {
                row throws(ImportError) in
                guard builder.budget.reserve(32) else { throw .stopped }
                if let id = row.integer(0) { messages.insert(id) }
            }
        }
        builder.conversation.title = CleanText.line(wanted.name.name)
        var rows = MessageRows(tables: tables, messages: messages, budget: builder.budget)
        if let ids {
            rows.query =
                MessageRows.names(ids[...])
                ?? "SELECT \(Self.columns[0]) FROM \(Self.table) WHERE \(filter)"
        }
        try learn(chat, rows, &builder)
        let filters =
            ids.map { ids in
                ids.indices.filter { $0 % MessageRows.maxNamed == 0 }.compactMap { start in
                    MessageRows.names(ids[start...].prefix(MessageRows.maxNamed))
                }.map { "\(Self.columns[0]) IN (\($0))" }
            } ?? [filter]
        for filter in filters {
            try tables.rows(
                of: Self.table, Self.columns, where: filter,
                by: facts.isSorted ? nil : Self.order
            ) { row throws(ImportError) in
                try add(row, &builder)
            }
        }
        try end(chat, &builder)
    }

    /// Adds the counts of all chats to the list, in one pass.
    private mutating func count(
        _ chats: [(chat: Chat, name: ChatName)], _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let names = Dictionary(chats.map { ($0.chat, $0.name.id) }) { first, _ in first }
        var counts = AlternatingChats(builder, counting: self)
        try tables.rows(of: Self.table, Self.columns) { row throws(ImportError) in
            guard let chat = Self.chat(row), let id = names[chat] else { return }
            try counts.see(0..<0, of: "", in: id) { reader, builder throws(ImportError) in
                try reader.add(row, &builder)
            }
        }
        for (chat, name) in chats {
            try counts.see(0..<0, of: "", in: name.id) { reader, builder throws(ImportError) in
                try reader.end(chat, &builder)
            }
        }
        try counts.choose(chats.map(\.name), &builder) { _, _, _ in }
    }
}

/// The rows of other tables that belong to messages of a chat. Rows of messages that are gone are
/// normal, and read by nobody.
struct MessageRows {
    let tables: ExportDatabase
    let messages: Set<Int>
    let budget: WorkBudget
    /// A query for the messages if the chats are read one after the other. A table with an index
    /// then costs only the rows of each chat.
    var query: String?
    /// The maximum number of rows that a query names.
    static var maxNamed: Int { 1_000 }

    /// Returns nil for more IDs than a query may name.
    static func names(_ ids: ArraySlice<Int>) -> String? {
        ids.count > maxNamed ? nil : ids.map(String.init).joined(separator: ", ")
    }

    func of(_ others: Set<Int>) -> MessageRows {
        var rows = MessageRows(tables: tables, messages: others, budget: budget)
        if query != nil { rows.query = Self.names(others.sorted()[...]) }
        return rows
    }

    /// - Parameters:
    ///   - columns: the first is the ID of the message.
    ///   - cost: the approximate memory of what is kept of a row.
    func each(
        _ table: String, _ columns: [String], cost: Int = 300,
        _ take: (Int, borrowing Database.Row) -> Void
    ) throws(ImportError) {
        guard !messages.isEmpty else { return }
        try tables.rows(of: table, columns, where: try filter(table, columns[0])) {
            row throws(ImportError) in
            guard let id = row.integer(0), messages.contains(id) else { return }
            guard budget.reserve(cost) else { throw .stopped }
            take(id, row)
        }
    }

    private func filter(_ table: String, _ column: String) throws(ImportError) -> String? {
        guard let query, try tables.columns(of: table).contains(column) else { return nil }
        return "\(column) IN (\(query))"
    }
}

extension ConversationBuilder {
    /// Returns a database in the folder of another; nil if there is none that can be read.
    mutating func database(
        _ name: String, beside file: String
    ) throws(ImportError) -> ExportDatabase? {
        let path = Path.folder(file) + name
        guard sources.size(of: path) != nil else { return nil }
        do throws(ImportError) {
            return try database(path)
        } catch {
            guard error != .stopped else { throw error }
            warn(.importing, "the names in \(name) cannot be read")
            return nil
        }
    }
}
