import Basics
import Model
import Readers

/// Signal's own export, the backups and databases of its apps, and the exports of third-party tools.
enum Signal {
    static let importer = Importer(
        name: "signal", title: "Signal",
        summary:
            "backups of Signal for Android, db.sqlite of Signal Desktop, main.jsonl of Signal's own export, data.json of signal-export, JSON or text of sigtop, with media",
        recognize: recognize, read: read)

    private enum Writer { case account, signalExport, sigtopJSON, sigtopText }

    private static func recognize(_ probe: Probe) -> Claim? {
        if let backups = probe.claimsSorted(SignalBackup.isMetadata) {
            // The folders are named after their times, and each is a whole account.
            var newest = Claim(.certain, Array(backups.files.suffix(1)))
            newest.others = backups.files.count - 1
            return newest
        }
        return probe.claimOne { SignalBackupFile.isBackup($0.head) }
            ?? probe.claimOne(SignalDesktop.isDatabase)
            ?? probe.claimOne { SignalBackup.isOfServers($0.head) }
            ?? probe.claimOne(SignalAccount.isAccount) ?? probe.claims { writer($0) != nil }
    }

    private static func writer(_ file: Probe.File) -> Writer? {
        if SignalAccount.isAccount(file) { return .account }
        if let shape = file.shape {
            if !shape.isArray, shape.has("date", "sender", "body") { return .signalExport }
            if shape.isArray, shape.has("[].conversationId"),
                shape.has("[].sent_at") || shape.has("[].received_at")
            {
                return .sigtopJSON
            }
            return nil
        }
        let isText = file.begins(with: "Conversation: ") && file.contains("\nType: ")
        return isText ? .sigtopText : nil
    }

    private static func read(
        _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        builder.conversation.service = .signal
        if let file = claim.files.first, Path.lastName(file) != "data.json" {
            let head = builder.sources.prefix(of: file, count: Probe.headLength)
            if SignalAccount.isAccount(Probe.File(name: file, head: head, shape: nil)) {
                return try SignalAccount.read(try builder.sources.lines(file), &builder)
            }
            if SignalBackup.isMetadata(Probe.File(name: file, head: head, shape: nil)) {
                return try SignalBackup.read(file, &builder)
            }
            if SignalBackup.isOfServers(head) {
                throw .refused(
                    file: file,
                    reason: "is the backup of Signal's servers, which only the app opens")
            }
            if Path.lastName(file) == "db.sqlite" || Database.isDatabase(head) {
                return try SignalDesktop.read(file, &builder)
            }
            if SignalBackupFile.isBackup(head) {
                return try SignalBackupFile.read(file, &builder)
            }
        }
        let names = claim.files.map { ChatName(id: $0, name: title(of: $0)) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let file = claim.files[index]
            let head = builder.sources.head(of: file)
            switch writer(Probe.File(name: file, head: head, shape: JSONShape(head))) {
            case .sigtopJSON:
                try SigtopChat.read(file, title: names[index].name, &builder)
            case .sigtopText:
                try SigtopText(bytes: try builder.sources.decoded(file)).fill(&builder)
            case .account, .signalExport, nil:
                builder.conversation.title = names[index].name
                try SignalExportChat.read(file, &builder)
            }
        }
    }

    /// Returns the chat's title: signal-export uses it as the folder's name, sigtop as the file's.
    private static func title(of file: String) -> String {
        guard Path.lastName(file) == "data.json" else { return withoutID(Path.stem(file)) }
        let folder = Path.folder(file).dropLast()
        return folder.isEmpty ? "Signal" : Path.lastName(String(folder))
    }

    /// Removes the conversation ID that sigtop appends: `Ben Ito (a1b2c3)`.
    private static func withoutID(_ stem: String) -> String {
        guard let (name, _) = WhatsAppFileLine.parts(stem) else { return stem }
        return String(name)
    }
}

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
                    FileKind.kind(name: name.nonEmpty ?? path),
                    named: name.nonEmpty, at: place))
        }
        guard let sticker = source["sticker"], sticker.kind == .object else { return }
        var file = RecordFile(.sticker, at: .missing("sticker not exported"))
        file.attachment.alt = sticker.text("emoji").map(CleanText.line)
        record.files.append(file)
    }
}
