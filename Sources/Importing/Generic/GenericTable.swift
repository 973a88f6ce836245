import Basics
import Model

/// A table of any program, read by the names of its columns.
enum GenericTable {
    static let importer = Importer(
        name: "csv", title: "table of another program",
        summary: "a table (CSV or TSV) of any program, with common names of sender, time and text",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard file.isText else { return false }
            return TableColumns(TextFile.decode(file.head).bytes)?.areOfMessages ?? false
        }
        return files.isEmpty ? nil : Claim(.possible, files.map(\.name))
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        var tables: [Table] = []
        var names: [ChatName] = []
        var titles: [(table: Int, title: String?)] = []
        for file in claim.files {
            var table = try Table(file, builder.phrases, &sources)
            for chat in table.chats {
                table.indices[chat] = names.count
                titles.append((tables.count, chat))
                names.append(
                    ChatName(
                        id: [claim.files.count > 1 ? file : nil, chat].compactMap(\.self)
                            .joined(separator: "/"), name: chat ?? Path.stem(file)))
            }
            tables.append(table)
        }
        var chats = try OpenChats(names, builder) { index, builder in
            let (table, title) = titles[index]
            builder.conversation.title = title.map(CleanText.line)
            builder.needsSorting = true
            return (
                reading: TableReading(tables[table].columns, tables[table].times, builder),
                context: RecordContext(clock: builder.clock)
            )
        }
        let chosen = chats.chosen.map { titles[$0].table }
        for (place, table) in tables.enumerated() where chosen == nil || chosen == place {
            try table.forEachRow(&sources) { row, sources throws(ImportError) in
                guard let index = table.indices[table.columns.chat(row)] else { return }
                try chats.add(at: index) { chat, builder throws(ImportError) in
                    try builder.add(
                        chat.reading.record(row, &chat.context), from: &sources,
                        document: table.file)
                }
            }
        }
        try chats.end(&builder) { chat, builder in
            chat.reading.end(&builder)
            builder.setMeByName()
        }
    }

    private struct Table {
        let file: String
        let columns: TableColumns
        /// The names or IDs of the chats in order; nil for rows without one.
        private(set) var chats: [String?] = []
        private(set) var times: GenericTimes
        /// The index of each chat among those of all tables.
        var indices: [String?: Int] = [:]

        init(
            _ file: String, _ phrases: ImportPhrases, _ sources: inout ExportFiles
        ) throws(ImportError) {
            self.file = file
            guard let columns = TableColumns(try sources.decoded(file)) else {
                throw .invalid(
                    file: file, pointer: "", expected: "a first row with the names of columns")
            }
            self.columns = columns
            times = GenericTimes(phrases.whatsApp)
            if columns.chat == nil { chats = [nil] }
            var known = Set(chats)
            try forEachRow(&sources) { row, _ throws(ImportError) in
                let chat = columns.chat(row)
                if known.insert(chat).inserted { chats.append(chat) }
                if let text = columns.time(row) { times.look(at: text) }
            }
        }

        func forEachRow(
            _ sources: inout ExportFiles,
            _ body: ([String], inout ExportFiles) throws(ImportError) -> Void
        ) throws(ImportError) {
            let bytes = try sources.decoded(file)
            for row in CSVRows(bytes, separator: columns.separator).dropFirst(columns.headRows) {
                guard sources.budget.mayContinue else { throw .stopped }
                if !row.allSatisfy(\.isEmpty) { try body(row, &sources) }
            }
        }
    }
}

private struct TableReading {
    private let columns: TableColumns
    private var times: GenericTimes
    private var dates: LocalizedDates
    private var reading = GenericReading()
    /// The columns with values.
    private var filled: Set<Int> = []
    /// The number of rows with more values than columns.
    private var long = 0

    init(_ columns: TableColumns, _ times: GenericTimes, _ builder: ConversationBuilder) {
        self.columns = columns
        self.times = times
        dates = times.dates(builder.options)
    }

    mutating func record(_ row: [String], _ context: inout RecordContext) -> Record {
        let row = joined(row)
        var members: [JSONValue.Member] = []
        for (column, name) in columns.names.enumerated() {
            guard let value = columns.value(column, row) else { continue }
            filled.insert(column)
            members.append(JSONValue.Member(name, .string(value)))
        }
        var known = GenericRecord.Known(time: time(row))
        if let column = columns.direction, let isMe = Self.isSent(columns.value(column, row)) {
            known.isMe = (isMe, columns.names[column])
        }
        if let name = columns.files.flatMap({ columns.value($0, row) }) {
            known.files = [RecordFile(named: Path.lastName(name), at: .beside(name))]
        }
        return reading.record(.object(members), &context, knowing: known)
    }

    /// Returns a row without surplus values. They belong to the last column, whose separators some
    /// programs do not quote.
    private mutating func joined(_ row: [String]) -> [String] {
        let last = columns.names.count - 1
        guard row.count > last + 1 else { return row }
        long += 1
        let separator = String(decoding: [columns.separator], as: UTF8.self)
        return row[..<last] + [row[last...].joined(separator: separator)]
    }

    private mutating func time(_ row: [String]) -> GenericRecord.Found<TimeText>? {
        guard let text = columns.time(row) else { return nil }
        let time = times.time(in: text, &dates)
        let path = columns.times.map { columns.names[$0] }.joined(separator: " + ")
        return time.map { ($0, path) }
    }

    /// Returns whether "me" sent a message, or nil for other types of rows.
    private static func isSent(_ direction: String?) -> Bool? {
        switch direction?.lowercased() {
        case "outgoing", "sent", "out", "true", "yes", "1": true
        case "incoming", "received", "in", "false", "no", "0": false
        default: nil
        }
    }

    func end(_ builder: inout ConversationBuilder) {
        reading.end(&builder)
        dates.warn(of: "message", &builder)
        builder.warn(
            .importing, long, "row", "with more values than columns; the rest is in the last column"
        )
        let used = columns.times + [columns.chat, columns.files].compactMap(\.self)
        let unread = filled.subtracting(used).sorted().map { columns.names[$0] }
            .filter { !reading.paths.contains($0) }
        guard !unread.isEmpty else { return }
        let names = unread.prefix(20).map { "\u{201C}\(CleanText.line($0))\u{201D}" }
        let more = unread.count > names.count ? " and \(unread.count - names.count) more" : ""
        builder.warn(.unsupported, "columns not read: \(names.joined(separator: ", "))\(more)")
    }
}
