import Basics
import Model

/// LinkedIn's data download: a table with the messages of all conversations, and one for each other
/// kind of messages, such as those to guides.
enum LinkedIn {
    static let importer = Importer(
        name: "linkedin", title: "LinkedIn",
        summary: "messages.csv of LinkedIn's data download, alone or in its ZIP",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claims { file in
            guard file.shape == nil else { return false }
            var rows = CSVRows(TextFile.decode(file.head).bytes)
            return rows.next().map { LinkedInTable($0).isOfMessages } ?? false
        }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let owner = try owner(beside: claim.files.first ?? "", builder.sources)
        var directory = LinkedInDirectory(owner: owner)
        var chats = AlternatingChats(builder, counting: RecordContext(clock: builder.clock))
        var open: LinkedInFile?
        for file in claim.files {
            let rows = try LinkedInFile(file, builder.sources)
            try rows.forEach(builder.budget) { row, place throws(ImportError) in
                directory.note(row)
                try chats.see(
                    place, of: file, in: row["CONVERSATION ID"]
                ) { context, builder throws(ImportError) in
                    try builder.add(record(row, &context))
                }
            }
            open = rows
        }
        let names = directory.names
        try chats.choose(names, &builder) { chat, runs, builder throws(ImportError) in
            builder.begin(title: names[chat].name, isGroup: directory.isGroup(names[chat].id))
            builder.needsSorting = true
            var context = RecordContext(clock: builder.clock)
            for run in runs {
                let rows =
                    try open?.name == run.file ? open : LinkedInFile(run.file, builder.sources)
                open = rows
                try rows?.forEach(in: run.range, builder.budget) { row, _ throws(ImportError) in
                    try builder.add(record(row, &context))
                }
            }
            guard let me = owner ?? directory.commonPerson, let index = builder.known(me) else {
                return
            }
            if owner == nil {
                builder.suggestMe(
                    index, because: "this person is in every conversation of the table")
            } else {
                builder.setMe(index)
            }
        }
    }

    /// Returns the owner's name from the download's `Profile.csv`.
    private static func owner(
        beside file: String, _ sources: ExportFiles
    ) throws(ImportError) -> String? {
        let name = Path.folder(file) + "Profile.csv"
        guard sources.resolve(name) == name else { return nil }
        var rows = CSVRows(try sources.decoded(name))
        guard let table = rows.next().map(LinkedInTable.init), let values = rows.next() else {
            return nil
        }
        let row = LinkedInTable.Row(table: table, values: values)
        let parts = [row["FIRST NAME"], row["LAST NAME"]].map { $0.trimmingBlanks() }
        return parts.filter { !$0.isEmpty }.joined(separator: " ").nonEmpty
    }

    private static func record(
        _ row: LinkedInTable.Row, _ context: inout RecordContext
    ) -> Record {
        let name = row["FROM"].trimmingBlanks()
        let page = row["SENDER PROFILE URL"].trimmingBlanks()
        var record = Record(
            at: context.moment(utc: row["DATE"].trimmingBlanks()),
            from: Record.Person(
                key: name.isEmpty ? "Unknown" : name,
                handle: page.holds("/in/") ? Path.lastName(page) : nil))
        record.message.details.subject = CleanText.line(row["SUBJECT"]).trimmingBlanks().nonEmpty
        let text = row["CONTENT"]
        record.message.body =
            text.holds("</") || text.holds("<br") || text.holds("<p ")
            ? AnswerPage.blocks(HTMLMarkup.root(of: text)) : Body.plain(text.trimmingBlanks())
        record.files = row["ATTACHMENTS"].split(whereSeparator: \.isWhitespace).prefix(100).map {
            RecordFile(named: Path.lastName(String($0.prefix { $0 != "?" })))
        }
        return record
    }
}

/// A table that has been read, of which parts are read again.
private struct LinkedInFile {
    let name: String
    private let bytes: [UInt8]
    private let table: LinkedInTable
    private let first: Int

    init(_ name: String, _ sources: ExportFiles) throws(ImportError) {
        self.name = name
        bytes = try sources.decoded(name)
        var rows = CSVRows(bytes)
        table = LinkedInTable(rows.next() ?? [])
        first = rows.position
    }

    /// Calls `body` with each row of the table, or of a range, and the row's place.
    func forEach(
        in range: Range<Int>? = nil, _ budget: WorkBudget,
        _ body: (LinkedInTable.Row, Range<Int>) throws(ImportError) -> Void
    ) throws(ImportError) {
        var rows = CSVRows(bytes, in: range ?? first..<max(first, bytes.count))
        var start = rows.position
        while let row = rows.next() {
            guard budget.mayContinue else { throw .stopped }
            let place = start..<rows.position
            start = rows.position
            if row.allSatisfy(\.isEmpty) { continue }
            try body(LinkedInTable.Row(table: table, values: row), place)
        }
    }
}

/// The columns of a table, by the names in its first row.
private struct LinkedInTable {
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

/// The conversations of all tables, in the order of their first rows.
private struct LinkedInDirectory {
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
            return ChatName(id: id, name: chat.title.nonEmpty ?? others.nonEmpty ?? id)
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
