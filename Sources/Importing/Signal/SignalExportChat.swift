import Basics
import Model

/// The `data.json` of signal-export: one JSON object per line.
struct SignalExportChat: RecordReader {
    let me: String? = "Me"
    /// The lines read so far. A second run of the tool appends lines that the file already has.
    private var seen: Set<Trace> = []
    private var repeated = 0
    private var empty = 0

    /// A hash of a line. Lines may be long and numerous, so only enough is kept to recognize a
    /// repeated line.
    private struct Trace: Hashable {
        let first: Int
        let second: Int

        init(_ line: ArraySlice<UInt8>) {
            var hasher = Hasher()
            hasher.combine(line)
            first = hasher.finalize()
            hasher = Hasher()
            hasher.combine(first)
            hasher.combine(line)
            second = hasher.finalize()
        }
    }

    static func read(_ file: String, _ builder: inout ConversationBuilder) throws(ImportError) {
        var driver = RecordDriver(SignalExportChat(), document: file, builder)
        var lines = try builder.sources.lines(file)
        while try lines.next() {
            if driver.reader.isNew(lines.text) {
                try driver.add(try lines.value(), &builder)
            }
        }
        driver.end(&builder)
    }

    private mutating func isNew(_ line: ArraySlice<UInt8>) -> Bool {
        let isNew = seen.insert(Trace(line)).inserted
        if !isNew { repeated += 1 }
        return isNew
    }

    func warn(_ builder: inout ConversationBuilder) {
        if empty > 0 {
            let entries = empty == 1 ? "1 empty entry" : "\(empty) empty entries"
            builder.warn(.importing, "\(entries) omitted")
        }
        builder.warn(.importing, repeated, "repeated line", "omitted")
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        let at = context.moment(source.text("date"))
        // The tool writes a date in 1970 if it did not find the time.
        var record = Record(at: at.flatMap { $0.milliseconds < 86_400_000 ? nil : $0 })
        let text = (source.text("body") ?? "").trimmingBlanks()
        record.message.body = Body.plain(text)
        if let sender = source.text("sender"), sender != "No-Sender" {
            record.sender = Record.Person(key: sender)
        } else {
            record.becomeNotice(.notice)
        }
        if let call = SignalCall.read(text), source["call"] == nil || source.flag("call") {
            record.becomeCall(call)
            record.message.details.system = nil
            record.message.body = []
        }
        if source.flag("deleted") || text == "(This message was deleted)" {
            record.message.details.deleted = Deleted()
            record.message.body = []
        }
        relate(source, &record.message)
        attach(source, &record)
        if record.message.kind == .system, record.isEmpty {
            empty += 1
            record.isShown = false
        }
        return record
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let quote = source.text("quote") {
            let lines = quote.split(separator: "\n").map { line in
                line.hasPrefix("> ") ? String(line.dropFirst(2)) : String(line)
            }
            message.details.replyTo = Reply(
                text: CleanText.clean(lines.joined(separator: "\n").trimmingBlanks()))
        }
        // A reaction is a pair of name and emoji.
        let pairs = source.list("reactions").prefix(1000).compactMap { pair -> (String, String)? in
            guard let parts = pair.array, parts.count == 2, let name = parts[0].string,
                let emoji = parts[1].string
            else { return nil }
            return (name, emoji)
        }
        message.details.reactions = Reaction.grouped(pairs)
    }

    private func attach(_ source: JSONValue, _ record: inout Record) {
        for item in source.list("attachments") {
            let path = Path.percentDecoded(item.text("path") ?? item.text("name") ?? "")
            let name = item.text("name") ?? Path.lastName(path)
            let place: RecordFile.Place =
                switch item.text("missing_kind") {
                case "media": .missing("media not exported")
                case let kind?: .missing("\(kind) missing")
                case nil: .beside(path)
                }
            record.files.append(
                RecordFile(
                    FileKind.kind(name: name.isEmpty ? path : name),
                    named: name.isEmpty ? nil : name, at: place))
        }
        guard let sticker = source["sticker"], sticker.kind == .object else { return }
        var file = RecordFile(.sticker, at: .missing("sticker not exported"))
        file.attachment.alt = sticker.text("emoji").map(CleanText.line)
        record.files.append(file)
    }
}
