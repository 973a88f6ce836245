import Basics
import Model

/// The `data.json` of signal-export: one JSON object per line.
struct SignalExportChat {
    let file: String
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

    init(file: String) {
        self.file = file
    }

    mutating func fill(
        _ lines: JSONLineReader, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var lines = lines
        while try lines.next() {
            guard seen.insert(Trace(lines.text)).inserted else {
                repeated += 1
                continue
            }
            try add(try lines.value(), &builder, &sources)
        }
        if let me = builder.known("Me") { builder.setMe(me) }
        if empty > 0 {
            let entries = empty == 1 ? "1 empty entry" : "\(empty) empty entries"
            builder.warn(.importing, "\(entries) omitted")
        }
        if repeated > 0 {
            builder.warn(.importing, "\(WarningText.count(repeated, "repeated line")) omitted")
        }
    }

    private mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = source.text("date").flatMap { builder.moment($0) }
        // The tool writes a date in 1970 if it did not find the time.
        let time = at.flatMap { $0.milliseconds < 86_400_000 ? nil : $0 }
        builder.beginEntry(at: time)
        var message = Message()
        message.at = time
        let text = (source.text("body") ?? "").trimmingBlanks()
        message.body = Body.plain(text)
        if let sender = source.text("sender"), sender != "No-Sender" {
            message.from = try builder.participant(sender)
        } else {
            message.kind = .system
            message.details.system = SystemEvent(action: SystemAction.notice.rawValue)
        }
        if let call = SignalCall.read(text), source["call"] == nil || source.flag("call") {
            message.kind = .call
            message.details.call = call
            message.details.system = nil
            message.body = []
        }
        if source.flag("deleted") || text == "(This message was deleted)" {
            message.details.deleted = Deleted()
            message.body = []
        }
        relate(source, &message)
        try attach(source, &message, &builder, &sources)
        if message.kind == .system, message.body.isEmpty, message.attachments.isEmpty {
            empty += 1
            return
        }
        try builder.append(message)
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let quote = source.text("quote") {
            let lines = quote.split(separator: "\n").map { line in
                line.hasPrefix("> ") ? String(line.dropFirst(2)) : String(line)
            }
            var reply = Reply()
            reply.text = CleanText.clean(lines.joined(separator: "\n").trimmingBlanks())
            message.details.replyTo = reply
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

    private func attach(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for item in source.list("attachments") {
            let path = Path.percentDecoded(item.text("path") ?? item.text("name") ?? "")
            let name = item.text("name") ?? Path.lastName(path)
            var attachment = Attachment(kind: FileKind.kind(name: name.isEmpty ? path : name))
            attachment.name = name.isEmpty ? nil : CleanText.line(name)
            switch item.text("missing_kind") {
            case "media": builder.miss(&attachment, "media not exported")
            case let kind? where kind != "media": builder.miss(&attachment, "\(kind) missing")
            default: try builder.attach(path, to: &attachment, from: &sources, document: file)
            }
            message.attachments.append(attachment)
        }
        guard let sticker = source["sticker"], sticker.kind == .object else { return }
        var attachment = Attachment(kind: .sticker)
        attachment.alt = sticker.text("emoji").map(CleanText.line)
        builder.miss(&attachment, "sticker not exported")
        message.attachments.append(attachment)
    }
}
