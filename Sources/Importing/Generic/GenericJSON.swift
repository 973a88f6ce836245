import Basics
import Model

/// JSON of any program, read by common field names.
///
/// Recognition tries this format last and examines up to a hundred records in the head of the file.
/// At least 19 of 20 must have a sender, a time and a text. Files with Chatprint's own settings are
/// not accepted.
enum GenericJSON {
    static let importer = Importer(
        name: "json", title: "JSON of another program",
        summary: "JSON or JSON Lines of any program, with common names of sender, time and text",
        recognize: recognize, read: read)

    private static let sampleSize = 100

    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { isConfident($0, probe) }
        guard files.isEmpty else { return Claim(.possible, files.map(\.name)) }
        let others = probe.files.filter { $0.shape != nil }
        return others.isEmpty ? nil : Claim(.unlikely, others.map(\.name))
    }

    private static func isConfident(_ file: Probe.File, _ probe: Probe) -> Bool {
        guard let shape = file.shape,
            !["output", "options", "theme"].contains(where: { shape.has($0) })
        else { return false }
        let head = file.holdsLines ? JSONLines.array(file.head) : file.head
        let place = RecordPlace(inHead: head)
        guard place.isUsual, let path = place.path else { return false }
        var records = JSONDocument.sample(
            of: head, at: path, most: sampleSize, budget: probe.budget
        ).map { GenericRecord($0) }
        // The first line may describe the chat.
        if file.holdsLines, let first = records.first, first.text == nil { records.removeFirst() }
        var times = GenericTimes(probe.phrases.whatsApp)
        let needed = records.count - records.count / 20
        return !records.isEmpty && records.count { $0.sender != nil } >= needed
            && records.count { $0.time != nil || times.canRead($0.localTime?.value) } >= needed
            && records.count { $0.text != nil } >= needed
    }

    /// Returns whether all times of records are local dates, and all their fields have common names.
    static func haveLocalTimes(_ records: [JSONValue], _ phrases: ImportPhrases) -> Bool {
        var times = GenericTimes(phrases.whatsApp)
        return !records.isEmpty
            && records.allSatisfy { record in
                let names = record.members?.map(\.key) ?? []
                return names.allSatisfy { ForeignField.meaning(of: $0) != nil }
                    && times.canRead(GenericRecord(record).localTime?.value)
            }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let document = try builder.sources.json(file, mayBeLines: true)
            var reading = GenericReading()
            var path: [String] = []
            if !document.holdsLines {
                let place = try RecordPlace(in: document)
                guard let found = place.path else {
                    throw .invalid(file: file, pointer: "", expected: "an array of messages")
                }
                path = found
                if let title = place.title {
                    builder.conversation.title = CleanText.line(title.text)
                    builder.warn(.importing, "\u{201C}\(title.name)\u{201D} read as the title")
                }
                if !path.isEmpty, path != ["messages"] {
                    let place = CleanText.line(path.joined(separator: "."))
                    builder.warn(.importing, "messages read from \u{201C}\(place)\u{201D}")
                }
            }
            builder.needsSorting = true
            var times = GenericTimes(builder.phrases.whatsApp)
            let head = builder.sources.head(of: file)
            let hasLocalTimes = JSONDocument.sample(
                of: document.holdsLines ? JSONLines.array(head) : head, at: path, most: sampleSize
            ).contains { GenericRecord($0).localTime != nil }
            if hasLocalTimes {
                try document.forEach(at: path) { source, _ throws(ImportError) in
                    if let text = GenericRecord(source).localTime?.value { times.look(at: text) }
                }
            }
            var dates = times.dates(builder.options)
            var context = RecordContext(clock: builder.clock)
            try document.forEach(at: path) { source, _ throws(ImportError) in
                var known = GenericRecord.Known()
                if hasLocalTimes, let (text, path) = GenericRecord(source).localTime {
                    known.time = times.time(in: text, &dates).map { ($0, path) }
                }
                let record = reading.record(source, &context, knowing: known)
                try builder.add(record)
            }
            reading.end(&builder)
            dates.warn(of: "message", &builder)
            builder.setMeByName()
        }
    }
}

/// Converts the records of an unknown JSON format, and counts how each field was interpreted.
struct GenericReading {
    private struct Use {
        let field: ForeignField
        let path: String
        var count = 0
    }

    private var uses: [Use] = []
    private var places: [String: Int] = [:]
    private var textless = 0
    private var timeless = 0
    private var badTime: String?

    /// The maximum number of different paths that warnings list.
    private static let maxPaths = 40

    var paths: Set<String> { Set(uses.map(\.path)) }

    mutating func record(
        _ source: JSONValue, _ context: inout RecordContext,
        knowing known: GenericRecord.Known = GenericRecord.Known()
    ) -> Record {
        let found = GenericRecord(source, known)
        var record = Record(at: found.time.map { context.clock.moment($0.value) })
        record.message.body = found.text.map { Body.plain($0.value) } ?? []
        record.files = known.files
        guard !record.isEmpty else {
            textless += 1
            record.isShown = false
            return record
        }
        if let text = found.text { count(.text, text.path) }
        if let time = found.time {
            count(.time, time.path)
        } else {
            timeless += 1
            badTime = badTime ?? found.localTime?.value
        }
        if let id = found.id {
            count(.id, id.path)
            record.message.id = CleanText.line(id.value)
        }
        if let id = found.reply {
            count(.reply, id.path)
            record.message.details.replyTo = Reply(id: CleanText.line(id.value))
        }
        record.sender = sender(of: found)
        return record
    }

    private mutating func sender(of record: GenericRecord) -> Record.Person? {
        if let sender = record.sender { count(.sender, sender.path) }
        if let id = record.senderID { count(.senderID, id.path) }
        if let isMe = record.isMe { count(.isMe, isMe.path) }
        let isMe = record.isMe?.value == true
        let name = record.sender?.value ?? record.senderID?.value
        guard let name = name ?? (isMe ? ConversationBuilder.anonymousMe : nil) else { return nil }
        return Record.Person(key: record.senderID?.value ?? name, name: name, isMe: isMe)
    }

    private mutating func count(_ field: ForeignField, _ path: String) {
        let key = field.rawValue + path
        if let place = places[key] {
            uses[place].count += 1
        } else if uses.count < Self.maxPaths {
            places[key] = uses.count
            uses.append(Use(field: field, path: path, count: 1))
        }
    }

    /// Reports how fields were interpreted and what is missing.
    func end(_ builder: inout ConversationBuilder) {
        // The records are newest first. Sorting alone would leave records of the same second in the
        // wrong order.
        let times = builder.conversation.messages.lazy.compactMap(\.at?.milliseconds)
        if let first = times.first, let last = times.last, first > last {
            builder.conversation.messages.reverse()
        }
        for field in ForeignField.allCases {
            for use in uses where use.field == field {
                let messages = WarningText.count(use.count, "message")
                builder.warn(
                    .importing,
                    "\u{201C}\(CleanText.line(use.path))\u{201D} read as \(Self.meaning(field)) "
                        + messages)
            }
        }
        let example = badTime.map {
            ", such as \u{201C}\(CleanText.line(String($0.prefix(40))))\u{201D}"
        }
        builder.warn(
            .badTime, timeless, "message", "without a readable time" + (example ?? ""))
        builder.warn(.importing, textless, "record", "without a text omitted")
    }

    private static func meaning(_ field: ForeignField) -> String {
        switch field {
        case .sender: "the sender of"
        case .senderID: "the sender's ID of"
        case .time: "the time of"
        case .text: "the text of"
        case .id: "the ID of"
        case .reply: "the replied-to message of"
        case .isMe: "whether `me` is the sender of"
        }
    }
}

/// One record of an unknown JSON format, read by common field names.
struct GenericRecord {
    /// A value with the path of its field: `author.username`.
    typealias Found<Value> = (value: Value, path: String)

    private(set) var sender: Found<String>?
    private(set) var senderID: Found<String>?
    private(set) var time: Found<TimeText>?
    private(set) var text: Found<String>?
    private(set) var id: Found<String>?
    private(set) var reply: Found<String>?
    private(set) var isMe: Found<Bool>?
    /// A time that is not ISO 8601 but may be a local date.
    private(set) var localTime: Found<String>?

    private var ranks: [ForeignField: Int] = [:]
    /// A time of day in a separate field, such as `10:15`.
    private var clock: String?
    /// The date that belongs to it.
    private var day: Found<String>?

    /// Facts that the fields of a record do not state under common names.
    struct Known {
        var time: Found<TimeText>?
        var isMe: Found<Bool>?
        var files: [RecordFile] = []
    }

    init(_ record: JSONValue, _ known: Known = Known()) {
        if known.time != nil { ranks[.time] = -1 }
        if known.isMe != nil { ranks[.isMe] = -1 }
        (time, isMe) = (known.time, known.isMe)
        for member in record.members ?? [] {
            guard let (field, rank) = ForeignField.meaning(of: member.key),
                rank < ranks[field] ?? .max, take(member, as: field)
            else { continue }
            ranks[field] = rank
        }
        if time != nil { localTime = nil }
        addClock()
        noteUsed()
    }

    /// Returns whether the value is usable for the field. If so, it replaces the value of a less
    /// specific member.
    private mutating func take(_ member: JSONValue.Member, as field: ForeignField) -> Bool {
        let (key, value) = (member.key, member.value)
        switch field {
        case .sender:
            guard let name = GenericName(value) else { return false }
            sender = (name.name, key + name.namePath)
            if let id = name.id { senderID = (id.value, key + id.path) }
            if name.id != nil { ranks[.senderID] = -1 }
        case .senderID:
            guard let text = Self.identifier(value) else { return false }
            senderID = (text, key)
        case .time:
            if let text = value.string {
                switch ForeignField.plain(key) {
                case "time": clock = text
                case "date": day = (text, key)
                default: break
                }
            }
            guard let time = Self.time(value) else {
                localTime = localTime ?? value.string.map { ($0, key) }
                return false
            }
            self.time = (time, key)
        case .text:
            guard let text = Self.text(value) else { return false }
            self.text = (text.value, key + text.path)
        case .id:
            guard let text = Self.identifier(value) else { return false }
            id = (text, key)
        case .reply:
            let inner = value.members?.first { ForeignField.meaning(of: $0.key)?.field == .id }
            guard let text = Self.identifier(inner?.value ?? value) else { return false }
            reply = (text, key + (inner.map { "." + $0.key } ?? ""))
        case .isMe:
            guard let flag = value.bool ?? value.int.map({ $0 != 0 }) else { return false }
            isMe = (flag, key)
        }
        return true
    }

    /// Combines a day and a time of day from two fields.
    private mutating func addClock() {
        guard let clock, let day else { return }
        let path = "\(day.path) + time"
        guard let date = time else { return localTime = ("\(day.value) \(clock)", path) }
        guard date.path == day.path, case .local(let start) = date.value,
            start.isMultiple(of: 86_400_000)
        else { return }
        if case .local(let ofDay)? = TimeText("1970-01-01 " + clock) {
            time = (.local(start + ofDay), path)
        } else {
            localTime = ("\(day.value) \(clock)", path)
        }
    }

    /// Records the fields in use. The report lists all others.
    private func noteUsed() {
        guard let log = FieldLog.current else { return }
        let paths = [
            sender?.path, senderID?.path, time?.path, text?.path, id?.path, reply?.path,
            isMe?.path,
        ]
        for path in paths.compactMap(\.self) {
            log.asked(path)
            for name in path.split(whereSeparator: { ".+ []".contains($0) }) {
                log.asked(String(name))
            }
        }
    }

    // MARK: Values

    /// Returns a string, a number as it was written, or the ID in `{"$oid": …}`.
    static func identifier(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.nonEmpty
        case .number(let text): text
        case .object(let members):
            members.first { $0.key == "$oid" }.flatMap { $0.value.string }
        case .null, .bool, .array: nil
        }
    }

    /// The earliest time in milliseconds, in 1973. Smaller numbers are counts or lengths.
    private static let earliest: Int64 = 100_000_000_000

    /// Parses ISO 8601, or Unix seconds to nanoseconds as a number or string. Databases wrap either
    /// of them in an object.
    static func time(_ value: JSONValue) -> TimeText? {
        switch value {
        case .string(let text):
            guard let time = TimeText(text.trimmingBlanks()) else { return nil }
            if case .instant(let moment) = time, moment.offset == nil {
                return moment.milliseconds >= earliest ? time : nil
            }
            return time
        case .number(let text): return self.time(.string(text))
        case .object(let members):
            let names: Set = ["$date", "$numberLong", "seconds", "_seconds"]
            return members.first { names.contains($0.key) }.flatMap { time($0.value) }
        case .null, .bool, .array: return nil
        }
    }

    private static let maxDepth = 4

    /// Returns the text of a string, an array of parts, or an object that holds one of them under a
    /// common name.
    ///
    /// Strings between objects are pieces of one line; otherwise each part is a separate line.
    static func text(_ value: JSONValue, depth: Int = 0) -> Found<String>? {
        guard depth < maxDepth else { return nil }
        switch value {
        case .string(let text): return text.isEmpty ? nil : (text, "")
        case .array(let parts):
            let texts = parts.compactMap { text($0, depth: depth + 1) }
            guard let path = texts.first(where: { !$0.path.isEmpty })?.path ?? texts.first?.path
            else { return nil }
            let kinds = Set(parts.map(\.kind))
            let separator = kinds.contains(.string) && kinds.contains(.object) ? "" : "\n"
            return (texts.map(\.value).joined(separator: separator), "[]" + path)
        case .object(let members):
            var best: (found: Found<String>, rank: Int)?
            for member in members {
                guard let (field, rank) = ForeignField.meaning(of: member.key), field == .text,
                    rank < best?.rank ?? .max,
                    let inner = text(member.value, depth: depth + 1)
                else { continue }
                best = ((inner.value, ".\(member.key)\(inner.path)"), rank)
            }
            return best?.found
        case .null, .bool, .number: return nil
        }
    }
}

/// The sender in a field: a name, or an object with a name and an ID.
private struct GenericName {
    let name: String
    let namePath: String
    let id: (value: String, path: String)?

    private static let names = [
        "displayname", "name", "fullname", "realname", "username", "nickname", "nick",
        "screenname", "globalname", "login", "handle", "firstname", "email", "phone",
        "phonenumber",
    ]
    private static let ids = ["id", "uuid", "userid", "uid"]

    init?(_ value: JSONValue) {
        guard let members = value.members else {
            guard let name = GenericRecord.identifier(value) else { return nil }
            (self.name, namePath, id) = (name, "", nil)
            return
        }
        var best: [String: (value: String, key: String)] = [:]
        for member in members {
            guard let text = GenericRecord.identifier(member.value) else { continue }
            best[ForeignField.plain(member.key)] = (text, member.key)
        }
        let id = Self.ids.lazy.compactMap { best[$0] }.first
        guard let name = Self.names.lazy.compactMap({ best[$0] }).first ?? id else { return nil }
        let isFirst = ForeignField.plain(name.key) == "firstname"
        let last = isFirst ? best["lastname"] : nil
        self.name = last.map { "\(name.value) \($0.value)" } ?? name.value
        namePath = ".\(name.key)" + (last.map { " + \($0.key)" } ?? "")
        self.id = id.map { ($0.value, "." + $0.key) }
    }
}

/// The path to the records of an unknown JSON document, and the document's title.
struct RecordPlace {
    private(set) var title: (text: String, name: String)?
    private var candidates: [Candidate] = []

    private struct Candidate {
        /// The member names from the root to the array; empty if the document is the array.
        let path: [String]
        /// The index of the last member name among the common names, or the largest number if the
        /// name is not common.
        let rank: Int
        var count: Int
    }

    /// Common names of the array of messages, and of the objects that contain it.
    private static let usual = [
        "messages", "chatmessages", "data", "chat", "conversation", "items", "records", "history",
        "results", "entries", "log", "events", "comments",
    ]
    private static let titles = ["title", "name", "chatname", "subject"]
    private static let maxDepth = 3

    init(in document: JSONDocument) throws(ImportError) {
        try document.visit([]) { reader throws(ImportError) in
            try look(&reader, at: [], rank: 0)
        }
    }

    /// - Parameter head: the beginning of a document, possibly truncated. Everything found before
    ///   the truncation is used.
    init(inHead head: [UInt8]) {
        try? JSONDocument(bytes: head, file: "").visit([]) { reader throws(ImportError) in
            try look(&reader, at: [], rank: 0)
        }
    }

    private var best: Candidate? {
        candidates.min { ($0.rank, $1.count) < ($1.rank, $0.count) }
    }

    /// The path of the array of objects with the most common name; otherwise of the longest array.
    var path: [String]? { best?.path }

    /// Whether the array has a common name or is the document.
    var isUsual: Bool { best.map { $0.rank < Self.usual.count } ?? false }

    private mutating func look(
        _ reader: inout DocumentReader, at path: [String], rank: Int
    ) throws(ImportError) {
        switch try reader.peek() {
        case .array: try count(&reader, at: path, rank: rank)
        case .object where path.count < Self.maxDepth:
            try reader.members { key, reader throws(ImportError) in
                try look(&reader, under: key, in: path)
            }
        case .object, .null, .bool, .number, .string: try reader.skip()
        }
    }

    /// Searches a member. Arrays may have any name if they are members of the root; objects must
    /// have a common name.
    private mutating func look(
        _ reader: inout DocumentReader, under key: String, in path: [String]
    ) throws(ImportError) {
        let kind = try reader.peek()
        if path.isEmpty, kind == .string {
            entitle(try reader.value().string, key)
        } else if let rank = Self.usual.firstIndex(of: ForeignField.plain(key)) {
            try look(&reader, at: path + [key], rank: rank)
        } else if path.isEmpty, kind == .array {
            try count(&reader, at: [key], rank: Self.usual.count)
        } else {
            try reader.skip()
        }
    }

    private mutating func entitle(_ text: String?, _ key: String) {
        guard title == nil, let text, !text.isEmpty,
            Self.titles.contains(ForeignField.plain(key))
        else { return }
        title = (text, key)
    }

    private mutating func count(
        _ reader: inout DocumentReader, at path: [String], rank: Int
    ) throws(ImportError) {
        var (isFirst, isOfObjects) = (true, false)
        let index = candidates.count
        try reader.elements { reader throws(ImportError) in
            guard isFirst else {
                try reader.skip()
                if isOfObjects { candidates[index].count += 1 }
                return
            }
            isFirst = false
            isOfObjects = try reader.peek() == .object
            if isOfObjects { candidates.append(Candidate(path: path, rank: rank, count: 1)) }
            try reader.skip()
        }
    }
}
