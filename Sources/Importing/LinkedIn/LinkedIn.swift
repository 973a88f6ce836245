import Conversation
import Markup
import Resources

/// LinkedIn's data download: one table with the messages of all conversations.
enum LinkedIn {
    static let importer = Importer(
        name: "linkedin", title: "LinkedIn",
        summary: "messages.csv of LinkedIn's data download, alone or in its ZIP",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let file = probe.files.first { file in
            guard file.shape == nil else { return false }
            var rows = CSVRows(TextFile.decode(file.head).bytes)
            guard let header = rows.next().map(LinkedInTable.init) else { return false }
            return header.isOfMessages
        }
        return file.map { Claim(.certain, [$0.name]) }
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let bytes = TextFile.decode(try sources.document(file)).bytes
        let owner = try owner(beside: file, &sources)
        var directory = LinkedInDirectory(owner: owner)
        try forEach(bytes, sources.budget) { row throws(ImportError) in directory.note(row) }
        let names = directory.names
        let chosen = names[try builder.choose(names)]
        builder.conversation.title = CleanText.line(chosen.name)
        builder.conversation.kind = directory.isGroup(chosen.id) ? .group : .direct
        builder.isKindKnown = true
        builder.needsSorting = true
        try forEach(bytes, sources.budget) { row throws(ImportError) in
            guard row["CONVERSATION ID"] == chosen.id else { return }
            try add(row, &builder)
        }
        if let me = owner ?? directory.commonPerson, let index = builder.known(me) {
            if owner == nil {
                builder.suggestMe(
                    index, because: "this person is in every conversation of the table")
            } else {
                builder.setMe(index)
            }
        }
    }

    private static func forEach(
        _ bytes: [UInt8], _ budget: WorkBudget,
        _ body: (LinkedInTable.Row) throws(ImportError) -> Void
    ) throws(ImportError) {
        var rows = CSVRows(bytes)
        guard let table = rows.next().map(LinkedInTable.init) else { return }
        while let row = rows.next() {
            guard budget.mayContinue else { throw .stopped }
            if row.allSatisfy(\.isEmpty) { continue }
            try body(LinkedInTable.Row(table: table, values: row))
        }
    }

    /// Returns the owner's name from the download's `Profile.csv`.
    private static func owner(
        beside file: String, _ sources: inout ExportFiles
    ) throws(ImportError) -> String? {
        let name = Path.folder(file) + "Profile.csv"
        guard sources.resolve(name) == name else { return nil }
        var rows = CSVRows(TextFile.decode(try sources.document(name)).bytes)
        guard let table = rows.next().map(LinkedInTable.init), let values = rows.next() else {
            return nil
        }
        let row = LinkedInTable.Row(table: table, values: values)
        let parts = [row["FIRST NAME"], row["LAST NAME"]].map { $0.trimmingBlanks() }
        let whole = parts.filter { !$0.isEmpty }.joined(separator: " ")
        return whole.isEmpty ? nil : whole
    }

    private static func add(
        _ row: LinkedInTable.Row, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let date = row["DATE"].trimmingBlanks()
        let at = builder.moment(date.hasSuffix(" UTC") ? date.dropLast(4) + "Z" : date)
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        let name = row["FROM"].trimmingBlanks()
        let index = try builder.participant(name.isEmpty ? "Unknown" : name)
        let page = row["SENDER PROFILE URL"].trimmingBlanks()
        if page.holds("/in/") {
            builder.conversation.participants[index].handle = CleanText.line(Path.lastName(page))
        }
        message.from = index
        let subject = CleanText.line(row["SUBJECT"]).trimmingBlanks()
        message.details.subject = subject.isEmpty ? nil : subject
        let text = row["CONTENT"]
        message.body =
            text.holds("</") || text.holds("<br") || text.holds("<p ")
            ? AnswerPage.blocks(HTMLMarkup.root(of: text)) : Body.plain(text.trimmingBlanks())
        for address in row["ATTACHMENTS"].split(whereSeparator: \.isWhitespace).prefix(100) {
            let file = Path.lastName(String(address.prefix { $0 != "?" }))
            var attachment = Attachment(kind: FileKind.kind(name: file))
            attachment.name = CleanText.line(file)
            builder.miss(&attachment, "not in the export")
            message.attachments.append(attachment)
        }
        guard !message.body.isEmpty || !message.attachments.isEmpty else { return }
        try builder.append(message)
    }
}

/// The columns of a table, by the names in its first row.
struct LinkedInTable {
    struct Row {
        let table: LinkedInTable
        let values: [String]

        /// Returns a value, or an empty string if the table or row lacks the column.
        subscript(name: String) -> String {
            guard let place = table.places[name], place < values.count else { return "" }
            return values[place]
        }
    }

    private let places: [String: Int]

    init(_ header: [String]) {
        let names = header.enumerated().map { ($1.trimmingBlanks().uppercased(), $0) }
        places = Dictionary(names) { first, _ in first }
    }

    var isOfMessages: Bool {
        ["CONVERSATION ID", "FROM", "DATE", "CONTENT"].allSatisfy { places[$0] != nil }
    }
}

/// The conversations of a table, in the order of their first rows.
struct LinkedInDirectory {
    private struct Chat {
        var title = ""
        var people: [String] = []
    }

    private let owner: String?
    private var ids: [String] = []
    private var chats: [String: Chat] = [:]
    private static let maxPeople = 50

    init(owner: String?) { self.owner = owner }

    mutating func note(_ row: LinkedInTable.Row) {
        let id = row["CONVERSATION ID"]
        if chats[id] == nil { ids.append(id) }
        var chat = chats[id] ?? Chat()
        if chat.title.isEmpty { chat.title = row["CONVERSATION TITLE"].trimmingBlanks() }
        let people = [row["FROM"]] + row["TO"].split(separator: ",").map(String.init)
        for person in people.map({ $0.trimmingBlanks() })
        where !person.isEmpty && chat.people.count < Self.maxPeople {
            if !chat.people.contains(person) { chat.people.append(person) }
        }
        chats[id] = chat
    }

    var names: [ChatName] {
        let me = owner ?? commonPerson
        return ids.map { id in
            let chat = chats[id] ?? Chat()
            let others = chat.people.filter { $0 != me }.joined(separator: ", ")
            let name = chat.title.isEmpty ? others : chat.title
            return ChatName(id: id, name: name.isEmpty ? id : name)
        }
    }

    func isGroup(_ id: String) -> Bool { (chats[id]?.people.count ?? 0) > 2 }

    /// The only person who is in every conversation, if there are several conversations: the
    /// download's owner.
    var commonPerson: String? {
        guard ids.count > 1, let first = chats[ids[0]] else { return nil }
        let common = first.people.filter { person in
            chats.values.allSatisfy { $0.people.contains(person) }
        }
        return common.count == 1 ? common[0] : nil
    }
}
