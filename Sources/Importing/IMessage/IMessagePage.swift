import Model

/// One HTML page. The page states the sender, the service, and the ID of the message that a reply
/// answers.
struct IMessagePage {
    let file: String
    /// The replies shown below the message that they answer, by ID, with that message. Each reply
    /// also occurs at its own time.
    private var replies: [String: (parent: String, element: HTMLElement)] = [:]
    private var seen: Set<String> = []
    /// Short IDs for messages of older pages, which have no GUIDs.
    private var shortIDs: [String: String] = [:]

    init(file: String) { self.file = file }

    mutating func fill(
        _ reader: HTMLReader, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        var reader = reader
        while let element = reader.next() {
            if element.has("announcement") {
                let record = announcement(element, &builder)
                try builder.add(record, from: &sources)
            } else if element.has("message") {
                try add(element, &builder, &sources)
            }
        }
        // A reply is kept even if its own position is outside of the exported range.
        let orphans = replies.filter { !seen.contains($0.key) }.sorted { $0.key < $1.key }
        for orphan in orphans { try add(orphan.value.element, &builder, &sources) }
        builder.needsSorting = !orphans.isEmpty
        for (index, message) in builder.conversation.messages.enumerated() {
            guard let id = message.id, let reply = replies[id] else { continue }
            builder.setReply(of: index, to: reply.parent)
        }
    }

    private func announcement(
        _ element: HTMLElement, _ builder: inout ConversationBuilder
    ) -> Record {
        let stamp = element.first("timestamp")?.text.trimmingBlanks() ?? ""
        let whole = Self.collapsed(element.text)
        var record = Record(at: IMessageTime.header(stamp[...]).map { builder.moment($0.time) })
        let sentence =
            whole.hasPrefix(Self.collapsed(stamp))
            ? String(whole.dropFirst(Self.collapsed(stamp).count)).trimmingBlanks() : whole
        record.becomeNotice(IMessageWords.action(sentence), text: sentence)
        return record
    }

    private mutating func add(
        _ element: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let inner = element.elements.first(where: { $0.has("sent") || $0.has("received") })
        else { return }
        let stamp = inner.first("timestamp")
        let text = Self.collapsed(stamp?.text ?? "")
        let header = IMessageTime.header(text[...])
        let at = header.map { builder.moment($0.time) }
        let id = id(of: inner)
        collectReplies(inner, parent: id)
        seen.insert(id)
        let isSent = inner.has("sent")
        let name = inner.first("sender")?.text.trimmingBlanks() ?? (isSent ? "Me" : "Unknown")
        var record = Record(id, at: at, from: Record.Person(key: name, isMe: isSent))
        if let at, let rest = header?.rest {
            record.message.details.readAt = IMessageTime.read(rest, after: at)
            if isSent, record.message.details.readAt != nil { record.message.status = .read }
        }
        let service = inner.classes.compactMap(IMessageWords.service).first
        record.message.details.service = service == .imessage ? nil : service
        IMessageParts.fill(&record, inner)
        try builder.add(record, from: &sources, document: file)
    }

    private mutating func collectReplies(_ inner: HTMLElement, parent: String) {
        for group in inner.all("replies", outside: "\u{0}") {
            for reply in group.all("reply", outside: "\u{0}") {
                guard let message = reply.elements.first(where: { $0.has("message") }),
                    let body = message.elements.first(where: {
                        $0.has("sent") || $0.has("received")
                    })
                else { continue }
                let id = id(of: body)
                if replies[id] == nil { replies[id] = (parent, message) }
            }
        }
    }

    /// Returns the GUID from the link around the time. Messages of older pages, which have no GUID,
    /// are identified by time, sender and text.
    private mutating func id(of inner: HTMLElement) -> String {
        let stamp = inner.first("timestamp")
        if let link = stamp?.first(tag: "a")?["href"], let place = link.place(of: "message-guid="),
            place.upperBound < link.endIndex
        {
            return String(link[place.upperBound...].prefix(200))
        }
        let texts = [stamp?.text, inner.first("sender")?.text, inner.first("message_part")?.text]
        let key = Self.collapsed(
            String(texts.compactMap(\.self).joined(separator: " ").prefix(500)))
        if let id = shortIDs[key] { return id }
        let id = String(shortIDs.count + 1)
        shortIDs[key] = id
        return id
    }

    /// Collapses whitespace as HTML does. The two spaces before a one-digit hour become one, too,
    /// which does not change the time.
    static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
