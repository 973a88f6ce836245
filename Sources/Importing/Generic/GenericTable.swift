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

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        var chats = AlternatingChats(builder, counting: TableReading?.none)
        var titles: [(file: String, chat: String?)] = []
        var last: Table?
        for file in claim.files {
            let table = try Table(file, builder.sources)
            last = table
            // A list needs the order of day and month, which the dates of all rows tell.
            if builder.purpose == .listing { chats.counting = try table.reading(builder) }
            var known: Set<String?> = []
            func add(_ chat: String?) {
                if known.insert(chat).inserted { titles.append((file, chat)) }
            }
            if table.columns.chat == nil { add(nil) }
            chats.endRun()
            try table.forEachRow(builder.budget) { row, place throws(ImportError) in
                let chat = table.columns.chat(row)
                add(chat)
                try chats.see(
                    place, of: file, in: id(file, chat, claim)
                ) { reading, builder throws(ImportError) in
                    guard let record = reading?.record(row) else { return }
                    try builder.add(record, document: file)
                }
            }
        }
        let names = titles.map { file, chat in
            ChatName(id: id(file, chat, claim), name: chat ?? Path.stem(file))
        }
        try chats.choose(names, &builder) { index, runs, builder throws(ImportError) in
            let (file, title) = titles[index]
            guard let table = try last?.file == file ? last : Table(file, builder.sources) else {
                return
            }
            builder.conversation.title = title.map(CleanText.line)
            builder.needsSorting = true
            var reading = try table.reading(builder)
            for run in runs {
                try table.forEachRow(in: run.range, builder.budget) { row, _ throws(ImportError) in
                    try builder.add(reading.record(row), document: file)
                }
            }
            reading.end(&builder)
            builder.setMeByName()
        }
    }

    private static func id(_ file: String, _ chat: String?, _ claim: Claim) -> String {
        [claim.files.count > 1 ? file : nil, chat].compactMap(\.self).joined(separator: "/")
    }

    private struct Table {
        let file: String
        let columns: TableColumns
        private let bytes: [UInt8]

        init(_ file: String, _ sources: ExportFiles) throws(ImportError) {
            self.file = file
            bytes = try sources.decoded(file)
            guard let columns = TableColumns(bytes) else {
                throw .invalid(
                    file: file, pointer: "", expected: "a first row with the names of columns")
            }
            self.columns = columns
        }

        func reading(_ builder: ConversationBuilder) throws(ImportError) -> TableReading {
            var times = GenericTimes(builder.phrases.whatsApp)
            try forEachRow(builder.budget) { row, _ in
                if let text = columns.time(row) { times.look(at: text) }
            }
            return TableReading(columns, times, builder)
        }

        /// Calls `body` with each row of the table, or of a range, and the row's place.
        func forEachRow(
            in range: Range<Int>? = nil, _ budget: WorkBudget,
            _ body: ([String], Range<Int>) throws(ImportError) -> Void
        ) throws(ImportError) {
            var rows = CSVRows(bytes, separator: columns.separator)
            if let range {
                rows = CSVRows(bytes, in: range, separator: columns.separator)
            } else {
                for _ in 0..<columns.headRows { _ = rows.next() }
            }
            var start = rows.position
            while let row = rows.next() {
                guard budget.mayContinue else { throw .stopped }
                let place = start..<rows.position
                start = rows.position
                if !row.allSatisfy(\.isEmpty) { try body(row, place) }
            }
        }
    }
}

private struct TableReading {
    private let columns: TableColumns
    private var times: GenericTimes
    private var dates: LocalizedDates
    private var reading = GenericReading()
    private var context: RecordContext
    /// The columns with values.
    private var filled: Set<Int> = []
    /// The number of rows with more values than columns.
    private var long = 0

    init(_ columns: TableColumns, _ times: GenericTimes, _ builder: ConversationBuilder) {
        self.columns = columns
        self.times = times
        dates = times.dates(builder.options)
        context = RecordContext(clock: builder.clock)
    }

    mutating func record(_ row: [String]) -> Record {
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

/// The columns of a table, by the names in its first row.
private struct TableColumns {
    let separator: UInt8
    let names: [String]
    /// The number of rows before the first message.
    let headRows: Int
    private var meanings: Set<ForeignField> = []
    /// The columns of the time, or of the day and the time of day.
    private(set) var times: [Int] = []
    /// The column of the name or ID of one of several chats.
    private(set) var chat: Int?
    /// The column that states whether "me" sent a message.
    private(set) var direction: Int?
    private(set) var files: Int?

    private static let chats = [
        "chat", "chatname", "chatsession", "chatid", "conversation", "conversationname",
        "conversationid", "channel", "channelname", "channelid", "channelurl", "room", "roomname",
        "roomid",
    ]
    private static let fileNames = ["attachment", "attachments", "file", "filename", "media"]

    init?(_ bytes: [UInt8]) {
        let separators: [UInt8] = [0x2C, 0x3B, 0x09]
        // Excel writes a line such as `sep=;` before the names.
        var first = CSVRows(bytes)
        headRows = first.next()?.first?.hasPrefix("sep=") ?? false ? 2 : 1
        let headers = separators.compactMap { [headRows] separator in
            var rows = CSVRows(bytes, separator: separator)
            if headRows > 1 { _ = rows.next() }
            return rows.next().map { (names: $0, separator: separator) }
        }
        guard let header = headers.max(by: { $0.names.count < $1.names.count }),
            header.names.count > 1
        else { return nil }
        separator = header.separator
        names = header.names.map { $0.trimmingBlanks() }
        let plain = names.map(ForeignField.plain)
        let found = names.map { ForeignField.meaning(of: $0) }
        meanings = Set(found.compactMap { $0?.field })
        times =
            found.indices.filter { found[$0]?.field == .time }
            .min { (found[$0]?.rank ?? 0) < (found[$1]?.rank ?? 0) }.map { [$0] } ?? []
        if let day = plain.firstIndex(of: "date"), let clock = plain.firstIndex(of: "time") {
            times = [day, clock]
        }
        chat = Self.chats.lazy.compactMap { plain.firstIndex(of: $0) }.first
        files = Self.fileNames.lazy.compactMap { plain.firstIndex(of: $0) }.first
        direction =
            found.firstIndex { $0?.field == .isMe }
            ?? ["direction", "type"].lazy.compactMap { plain.firstIndex(of: $0) }.first
    }

    var areOfMessages: Bool {
        meanings.isSuperset(of: [.text, .time])
            && !meanings.isDisjoint(with: [.sender, .senderID, .isMe])
    }

    func time(_ row: [String]) -> String? {
        let parts = times.compactMap { value($0, row) }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    func chat(_ row: [String]) -> String? { chat.flatMap { value($0, row) } }

    func value(_ column: Int, _ row: [String]) -> String? {
        guard column < row.count else { return nil }
        return row[column].trimmingBlanks().nonEmpty
    }
}

/// The times of unknown formats: ISO 8601, or local dates such as `13.05.2024`.
struct GenericTimes {
    private var reader: LocalizedStampReader
    private var stamps: [LocalizedStamp] = []

    init(_ phrases: WhatsAppPhrases) { reader = LocalizedStampReader(phrases) }

    mutating func look(at text: String) {
        if Self.plain(text) == nil, let stamp = stamp(text) { stamps.append(stamp) }
    }

    mutating func stamp(_ text: String) -> LocalizedStamp? {
        let bytes = Array(text.utf8)
        reader.take(bytes)
        return reader.read(bytes.indices)
    }

    mutating func canRead(_ text: String?) -> Bool { text.flatMap { stamp($0) } != nil }

    static func plain(_ text: String) -> TimeText? {
        GenericRecord.time(.string(text.hasSuffix(" UTC") ? text.dropLast(4) + "Z" : text))
    }

    func dates(_ options: ImportOptions) -> LocalizedDates {
        LocalizedDates(stamps, order: options.dateOrder, year: options.year)
    }

    mutating func time(in text: String, _ dates: inout LocalizedDates) -> TimeText? {
        Self.plain(text)
            ?? stamp(text).flatMap { dates.time(of: $0) }.map { .local($0.milliseconds) }
    }
}
