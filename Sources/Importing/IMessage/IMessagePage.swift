import Conversation
import Markup

/// One HTML page. Who sent, by which service, and what a reply answers are in it, as ids.
struct IMessagePage {
    let file: String
    /// Replies stand twice: below what they answer, and in their own place. These are the first
    /// kind, by id, with what they answer.
    private var replies: [String: (parent: String, element: HTMLElement)] = [:]
    private var seen: Set<String> = []
    /// Short ids for messages of older pages, which have no GUIDs.
    private var shortIDs: [String: String] = [:]

    init(file: String) { self.file = file }

    mutating func fill(
        _ reader: HTMLReader, _ builder: inout ConversationBuilder, _ sources: inout SourceFiles
    ) throws(ImportError) {
        var reader = reader
        while let element = reader.next() {
            if element.has("announcement") {
                try announce(element, &builder)
            } else if element.has("message") {
                try add(element, &builder, &sources)
            }
        }
        // A reply whose own place lies outside what was exported is kept all the same.
        let orphans = replies.filter { !seen.contains($0.key) }.sorted { $0.key < $1.key }
        for orphan in orphans { try add(orphan.value.element, &builder, &sources) }
        builder.needsSorting = !orphans.isEmpty
        for (index, message) in builder.conversation.messages.enumerated() {
            guard let id = message.id, let reply = replies[id] else { continue }
            builder.setReply(of: index, to: reply.parent)
        }
    }

    private mutating func announce(
        _ element: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let stamp = element.first("timestamp")?.text.trimmingBlanks() ?? ""
        let whole = Self.collapsed(element.text)
        let at = IMessageTime.header(stamp[...]).map { builder.moment($0.time) }
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.kind = .system
        let sentence =
            whole.hasPrefix(Self.collapsed(stamp))
            ? String(whole.dropFirst(Self.collapsed(stamp).count)).trimmingBlanks() : whole
        message.body = Body.plain(sentence)
        let action = IMessageWords.action(sentence)
        message.details.system = SystemEvent(action: action.rawValue)
        try builder.append(message)
    }

    private mutating func add(
        _ element: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout SourceFiles
    ) throws(ImportError) {
        guard let inner = element.elements.first(where: { $0.has("sent") || $0.has("received") })
        else { return }
        let stamp = inner.first("timestamp")
        let text = Self.collapsed(stamp?.text ?? "")
        let header = IMessageTime.header(text[...])
        let at = header.map { builder.moment($0.time) }
        let id = id(of: inner)
        collectReplies(inner, parent: id)
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.id = id
        seen.insert(id)
        let isSent = inner.has("sent")
        let name = inner.first("sender")?.text.trimmingBlanks() ?? (isSent ? "Me" : "Unknown")
        message.from = try builder.participant(name)
        if let from = message.from, isSent { builder.setMe(from) }
        if let at, let rest = header?.rest, !rest.isEmpty {
            message.details.readAt = IMessageTime.read(rest, after: at)
            if isSent, message.details.readAt != nil { message.status = .read }
        }
        if let service = inner.classes.compactMap(IMessageWords.service).first,
            service != .imessage
        {
            message.details.service = service
        }
        try IMessageParts(file: file).fill(&message, inner, &builder, &sources)
        try builder.append(message)
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

    /// The GUID in the link of the time; older pages have none, and are told apart by time, sender
    /// and text.
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

    /// HTML's blanks: runs are one, except the two before a one-digit hour, which mean the same.
    static func collapsed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
