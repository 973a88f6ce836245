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
        if !builder.isMeKnown, let me = ownName.flatMap({ builder.known($0) }) { builder.setMe(me) }
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
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        if !header.rest.isEmpty, !header.rest.hasPrefix("(Read by ") {
            announce(String(header.rest), lines.dropFirst(), &message)
            return try builder.append(message)
        }
        let sender = lines.count > 1 ? lines[1].trimmingBlanks() : "Unknown"
        message.from = try builder.participant(sender)
        if let reader = IMessageTime.reader(header.rest), reader != "you", reader != "them" {
            // If "me" has a custom name, only read receipts reveal it.
            ownName = reader
        }
        let isOwn = sender == "Me" || sender == ownName || header.rest.hasPrefix("(Read by them ")
        if isOwn, let from = message.from {
            builder.setMe(from)
            if !header.rest.isEmpty {
                message.details.readAt = IMessageTime.read(header.rest, after: at)
                message.status = message.details.readAt == nil ? nil : .read
            }
        }
        if message.details.readAt == nil, !header.rest.isEmpty {
            message.details.readAt = IMessageTime.read(header.rest, after: at)
        }
        let block = IMessageBlock(
            lines.dropFirst(2), sender: sender, clock: { builder.moment($0) })
        let key = Self.key(lines)
        seen.insert(key)
        if let parent = replies[key]?.parent {
            message.details.replyTo = Reply()
            message.details.replyTo?.id = String(parent)
        } else if block.isReply {
            message.details.replyTo = Reply()
            message.details.replyTo?.text = "an earlier message"
        }
        let place = builder.conversation.messages.count
        message.id = String(place)
        for reply in block.replies { replies[Self.key(reply)] = (place, reply) }
        try block.fill(&message, file: file, &builder, &sources)
        try builder.append(message)
    }

    /// Returns the time, sender and first line of a message.
    private static func key(_ lines: [String]) -> String {
        let stamp = lines[0].prefix { $0 != "(" }.trimmingBlanks()
        let rest = lines.dropFirst().prefix(2)
        return "\(stamp)\n\(rest.first?.trimmingBlanks() ?? "")\n\(rest.dropFirst().first ?? "")"
    }

    private func announce(
        _ sentence: String, _ more: ArraySlice<String>, _ message: inout Message
    ) {
        let text = ([sentence] + more).joined(separator: "\n").trimmingBlanks()
        message.kind = .system
        message.body = Body.plain(text)
        let action = IMessageWords.action(text)
        message.details.system = SystemEvent(action: action.rawValue)
    }
}
