import Model

/// One text file: blocks of a time, a sender and text lines, separated by blank lines. Nothing is
/// escaped.
struct IMessageText {
    private let bytes: [UInt8]
    private let file: String
    /// The replies below messages by time, sender and first line, with the index of the message
    /// that they answer. Most also occur at their own time.
    private var replies: [String: (parent: Int, lines: [String])] = [:]
    private var seen: Set<String> = []
    /// The export's name for "me" if the name is not "Me".
    private var ownName: String?

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
    }

    mutating func fill(_ builder: inout ConversationBuilder, _ sources: inout ExportFiles)
        throws(ImportError)
    {
        let lines = Array(Lines(bytes))
        var start: Int?
        for index in lines.indices where isStart(index, in: lines) {
            if let start { try add(lines[start..<index].map(text), &builder, &sources) }
            start = index
        }
        if let start { try add(lines[start...].map(text), &builder, &sources) }
        // A reply is kept even if its own position is outside of the exported range.
        let orphans = replies.filter { !seen.contains($0.key) }.sorted { $0.key < $1.key }
        for orphan in orphans { try add(orphan.value.lines, &builder, &sources) }
        builder.needsSorting = !orphans.isEmpty
        if !builder.isMeKnown { builder.setMe(key: ownName) }
    }

    private func text(_ line: Range<Int>) -> String {
        String(decoding: bytes[line], as: UTF8.self)
    }

    /// Returns whether a message begins at a line. Because a body may contain what looks like a
    /// time, a blank line must precede it. A sender must follow below, or a sentence on the same
    /// line.
    private func isStart(_ index: Int, in lines: [Range<Int>]) -> Bool {
        guard index == 0 || lines[index - 1].isEmpty, lines[index].count >= 23 else { return false }
        guard let header = IMessageTime.header(text(lines[index])[...]) else { return false }
        if !header.rest.isEmpty, !header.rest.hasPrefix("(Read by ") { return true }
        guard index + 1 < lines.count else { return false }
        return (1...200).contains(lines[index + 1].count)
    }

    private mutating func add(
        _ lines: [String], _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let header = lines.first.flatMap({ IMessageTime.header($0[...]) }) else { return }
        let at = builder.moment(header.time)
        if !header.rest.isEmpty, !header.rest.hasPrefix("(Read by ") {
            let text = ([String(header.rest)] + lines.dropFirst()).joined(separator: "\n")
                .trimmingBlanks()
            var record = Record(at: at)
            record.becomeNotice(IMessageWords.action(text), text: text)
            return try builder.add(record, from: &sources)
        }
        let sender = lines.count > 1 ? lines[1].trimmingBlanks() : "Unknown"
        if let reader = IMessageTime.reader(header.rest), reader != "you", reader != "them" {
            // If "me" has a custom name, only read receipts reveal it.
            ownName = reader
        }
        let isOwn = sender == "Me" || sender == ownName || header.rest.hasPrefix("(Read by them ")
        let place = builder.conversation.messages.count
        var record = Record(
            String(place), at: at, from: Record.Person(key: sender, isMe: isOwn))
        record.message.details.readAt = IMessageTime.read(header.rest, after: at)
        if isOwn, record.message.details.readAt != nil { record.message.status = .read }
        let block = IMessageBlock(
            lines.dropFirst(2), sender: sender, clock: { builder.moment($0) })
        let key = Self.key(lines)
        seen.insert(key)
        if let parent = replies[key]?.parent {
            record.message.details.replyTo = Reply(id: String(parent))
        } else if block.isReply {
            record.message.details.replyTo = Reply(text: "an earlier message")
        }
        for reply in block.replies { replies[Self.key(reply)] = (place, reply) }
        block.fill(&record)
        try builder.add(record, from: &sources, document: file)
    }

    /// Returns the time, sender and first line of a message.
    private static func key(_ lines: [String]) -> String {
        let stamp = lines[0].prefix { $0 != "(" }.trimmingBlanks()
        let rest = lines.dropFirst().prefix(2)
        return "\(stamp)\n\(rest.first?.trimmingBlanks() ?? "")\n\(rest.dropFirst().first ?? "")"
    }
}
