import Conversation
import JSON
import Markup
import Resources

/// One conversation, newest message first.
struct SkypeChat {
    private let source: JSONValue
    private let ownID: String?
    private var names: [String: String] = [:]
    /// The export's files by the object ID at the beginning of their names.
    private var files: [String: String] = [:]
    private var unknown: [String: Int] = [:]
    /// The older versions of edited messages, by ID.
    private var wordings: [String: [JSONValue]] = [:]

    init(_ source: JSONValue, ownID: String?, sources: borrowing ExportFiles) {
        self.source = source
        self.ownID = ownID.map(Self.bare)
        for name in sources.names where Path.fileExtension(name) != "json" {
            let object = Path.lastName(name).prefix { $0 != "." }
            if files[String(object)] == nil { files[String(object)] = name }
        }
    }

    static func title(of conversation: JSONValue) -> String {
        conversation.text("displayName") ?? conversation["threadProperties"]?.text("topic")
            ?? bare(conversation.text("id") ?? "Skype")
    }

    /// Removes the account type: `8:live:ana` becomes `live:ana`. Some places omit the account
    /// type.
    private static func bare(_ id: String) -> String {
        let last = Path.lastName(id)
        guard let colon = last.firstIndex(of: ":"), last[..<colon].allSatisfy(\.isNumber),
            colon > last.startIndex
        else { return last }
        return String(last[last.index(after: colon)...])
    }

    mutating func fill(
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let id = source.text("id") ?? ""
        let isGroup = id.hasPrefix("19:")
        builder.conversation.title = CleanText.line(Self.title(of: source))
        builder.conversation.kind = isGroup ? .group : .direct
        builder.isKindKnown = true
        builder.needsSorting = true
        let messages = source.list("MessageList")
        if !isGroup, let name = source.text("displayName") { names[Self.bare(id)] = name }
        for message in messages {
            if let name = message.text("displayName"), let from = message.text("from") {
                names[Self.bare(from)] = name
            }
        }
        for message in messages where message.text("messagetype") == "Event/Call" {
            learnNames(of: message.text("content") ?? "")
        }
        let kept = withoutRepeats(messages)
        for message in kept.reversed() {
            guard sources.budget.mayContinue else { throw .stopped }
            try add(message, &builder, &sources)
        }
        if let ownID, let me = builder.known(ownID) { builder.setMe(me) }
        for (type, count) in unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let messages = WarningText.count(count, "message")
            builder.warn(.unsupported, "\(messages) of the type \(type) shown as a notice")
        }
    }

    /// Learns names from calls. In direct chats, nothing else contains the participants' names.
    private mutating func learnNames(of call: String) {
        for part in HTMLMarkup.root(of: call).all(tag: "part") {
            guard let identity = part["identity"].map(Self.bare),
                let name = part.first(tag: "name")?.text.trimmingBlanks(), !name.isEmpty
            else { continue }
            if names[identity] == nil { names[identity] = name }
        }
    }

    /// Removes the older versions of edited messages. The export repeats a message for each of its
    /// versions.
    private mutating func withoutRepeats(_ messages: [JSONValue]) -> [JSONValue] {
        var kept: [JSONValue] = []
        var places: [String: Int] = [:]
        func time(_ message: JSONValue) -> Int64 {
            message["properties"]?.milliseconds("edittime")?.milliseconds ?? 0
        }
        for message in messages {
            guard let id = message.identifier("id") else {
                kept.append(message)
                continue
            }
            guard let place = places[id] else {
                places[id] = kept.count
                kept.append(message)
                continue
            }
            let isNewer = time(message) > time(kept[place])
            wordings[id, default: []].append(isNewer ? kept[place] : message)
            if isNewer { kept[place] = message }
        }
        return kept
    }

    /// Returns the previous versions of an edited message, the oldest first.
    private func history(of id: String) -> [Edited.Version] {
        let older = (wordings[id] ?? []).suffix(100).reversed()
        return older.map { message in
            let text = HTMLMarkup.root(of: message.text("content") ?? "")
                .removing(tags: ["legacyquote", "e_m"]).text
            return Edited.Version(
                at: message["properties"]?.milliseconds("edittime"), text: CleanText.clean(text))
        }
    }

    private func name(_ id: String) -> String { names[id] ?? id }

    private mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard source.kind == .object else { return }
        let at =
            source.text("originalarrivaltime").flatMap { builder.moment($0) }
            ?? source.milliseconds("id")
        builder.beginEntry(at: at)
        var message = Message()
        message.id = source.identifier("id")
        message.at = at
        let from = source.text("from").map(Self.bare)
        let properties = source["properties"]
        let content = source.text("content") ?? ""
        let type = source.text("messagetype") ?? "Text"
        if let from, !type.hasPrefix("ThreadActivity/") {
            message.from = try builder.participant(from, name: name(from))
        }
        if content.isEmpty, let time = properties?.milliseconds("deletetime") {
            message.details.deleted = Deleted()
            message.details.deleted?.at = time
            return try builder.append(message)
        }
        try fill(&message, type, content, &builder, &sources)
        if let time = properties?.milliseconds("edittime") {
            var edited = Edited()
            edited.at = time
            edited.history = history(of: message.id ?? "")
            message.details.edited = edited
        }
        message.details.reactions = reactions(properties?["emotions"])
        try builder.append(message)
    }

    private mutating func fill(
        _ message: inout Message, _ type: String, _ content: String,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        if type == "Text" { return message.body = Body.plain(content) }
        let root = HTMLMarkup.root(of: content)
        switch type {
        case "RichText": rich(root, &message)
        case "RichText/Location": message.details.location = SkypeContent.location(root)
        case "RichText/Contacts":
            let contacts = root.all(tag: "c").map { $0["f"] ?? $0["s"] ?? "" }
            message.details.contact = Contact()
            message.details.contact?.name = CleanText.line(contacts.joined(separator: ", "))
        case "Event/Call":
            message.kind = .call
            message.details.call = SkypeContent.call(root)
        case _ where type.hasPrefix("RichText/"):
            try attach(root, type, &message, &builder, &sources)
        case _ where type.hasPrefix("ThreadActivity/"):
            message.kind = .system
            let event = SkypeContent.event(type, root) { names[Self.bare($0)] ?? Self.bare($0) }
            message.details.system = event.system
            message.body = Body.plain(event.text)
        default:
            let known = ["Notice", "PopCard", "InviteFreeRelationshipChanged/Initialized"]
            if !known.contains(type) { unknown[CleanText.line(type), default: 0] += 1 }
            message.kind = .system
            message.from = nil
            message.details.system = SystemEvent(action: SystemAction.notice.rawValue)
            let text = root.text.trimmingBlanks()
            message.body = Body.plain(text.isEmpty ? type : text)
        }
    }

    private func rich(_ root: HTMLElement, _ message: inout Message) {
        if let quote = root.first(tag: "quote") {
            var reply = Reply()
            reply.id = quote["messageid"]
            reply.from = quote["authorname"] ?? quote["author"].map { name(Self.bare($0)) }
            reply.from = reply.from.map(CleanText.line)
            let words = quote.removing(tags: ["legacyquote"]).text.trimmingBlanks()
            reply.text = words.isEmpty ? nil : CleanText.clean(words)
            message.details.replyTo = reply
        }
        let own = root.removing(tags: ["quote", "e_m", "legacyquote"])
        message.body = HTMLText.blocks(own, keepsBlanks: true)
    }

    private func attach(
        _ root: HTMLElement, _ type: String, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let object = root.first(tag: "uriobject") else {
            // A card is JSON for its app. Only its words are kept.
            return message.body = Body.plain(root.text.trimmingBlanks())
        }
        let name = object.first(tag: "originalname")?["v"]
        var attachment = Attachment(kind: SkypeContent.kind(type, object["type"], name))
        attachment.name = name.map(CleanText.line)
        let size = object.first(tag: "filesize")?["v"].flatMap { Int($0) }
        attachment.size = size.flatMap { $0 >= 0 ? min($0, 1 << 50) : nil }
        let id = object["doc_id"] ?? Path.lastName(object["uri"] ?? "")
        if let found = files[id] {
            try builder.attach(found, to: &attachment, from: &sources)
            attachment.name = name.map(CleanText.line) ?? attachment.name
        } else {
            builder.miss(&attachment, "not in the export")
        }
        message.attachments = [attachment]
    }

    private func reactions(_ source: JSONValue?) -> [Reaction] {
        var list = source?.array ?? []
        if let text = source?.string {
            // Text that is not valid JSON has no reactions.
            list = JSONValue(inText: text)?.array ?? []
        }
        var pairs: [(name: String, emoji: String)] = []
        for emotion in list {
            let emoji = SkypeContent.emoji(emotion.text("key") ?? "")
            for user in emotion.list("users") {
                pairs.append((user.text("mri").map { name(Self.bare($0)) } ?? "", emoji))
            }
        }
        return Reaction.grouped(pairs)
    }
}
