import Basics
import Model

/// The conversation export of Skype and of personal Teams, which have the same format:
/// `messages.json`, on its own or in its tar archive.
enum Skype {
    static let importer = Importer(
        name: "skype", title: "Skype",
        summary: "messages.json of Skype's or the personal Teams' export, or its .tar",
        reading: .one, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let document = try builder.sources.json(file)
        guard let head = try document.members(without: ["conversations"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        let files = SkypeChat.files(named: builder.sources.names)
        try builder.chooseTree(
            in: [file], at: ["conversations"], heavy: ["MessageList"],
            name: { ChatName(id: $1.text("id") ?? "", name: SkypeChat.title(of: $1)) }
        ) { source, _, builder throws(ImportError) in
            var chat = SkypeChat(source, ownID: head.text("userId"), files: files)
            builder.begin(title: SkypeChat.title(of: source), isGroup: chat.isGroup)
            builder.needsSorting = true
            let messages = chat.messages()
            var driver = RecordDriver(chat, builder)
            try driver.read(messages, &builder)
            driver.end(&builder)
        }
    }
}

/// One conversation, newest message first.
private struct SkypeChat: RecordReader {
    static let unknown = (noun: "message", outcome: "shown as a notice")

    private let source: JSONValue
    /// The ID of "me".
    let me: String?
    private var names: [String: String] = [:]
    /// The export's files by the object ID at the beginning of their names.
    private let files: [String: String]
    /// The older versions of edited messages, by ID.
    private var wordings: [String: [JSONValue]] = [:]

    init(_ source: JSONValue, ownID: String?, files: [String: String]) {
        self.source = source
        self.files = files
        me = ownID.map(Self.bare)
    }

    static func files(named names: [String]) -> [String: String] {
        var files: [String: String] = [:]
        for name in names where Path.fileExtension(name) != "json" {
            let object = Path.lastName(name).prefix { $0 != "." }
            if files[String(object)] == nil { files[String(object)] = name }
        }
        return files
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

    var isGroup: Bool { source.text("id")?.hasPrefix("19:") ?? false }

    /// Returns the messages without the older versions of edited ones, the oldest first, after
    /// learning the names of their senders.
    mutating func messages() -> [JSONValue] {
        let messages = source.list("MessageList")
        if !isGroup, let name = source.text("displayName") {
            names[Self.bare(source.text("id") ?? "")] = name
        }
        for message in messages {
            if let name = message.text("displayName"), let from = message.text("from") {
                names[Self.bare(from)] = name
            }
        }
        for message in messages where message.text("messagetype") == "Event/Call" {
            learnNames(of: message.text("content") ?? "")
        }
        return withoutRepeats(messages).reversed()
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

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        guard source.kind == .object else { return nil }
        let at =
            context.moment(source.text("originalarrivaltime")) ?? source.milliseconds("id")
        var record = Record(source.identifier("id"), at: at)
        let from = source.text("from").map(Self.bare)
        let properties = source["properties"]
        let content = source.text("content") ?? ""
        let type = source.text("messagetype") ?? "Text"
        if let from, !type.hasPrefix("ThreadActivity/") {
            record.sender = Record.Person(key: from, name: name(from))
        }
        if content.isEmpty, let time = properties?.milliseconds("deletetime") {
            record.message.details.deleted = Deleted(at: time)
            return record
        }
        fill(&record, type, content, &context)
        if let time = properties?.milliseconds("edittime") {
            record.message.details.edited = Edited(
                at: time, history: history(of: record.message.id ?? ""))
        }
        record.message.details.reactions = reactions(properties?["emotions"])
        return record
    }

    private func fill(
        _ record: inout Record, _ type: String, _ content: String,
        _ context: inout RecordContext
    ) {
        if type == "Text" { return record.message.body = Body.plain(content) }
        let root = HTMLMarkup.root(of: content)
        switch type {
        case "RichText": rich(root, &record.message)
        case "RichText/Location":
            record.message.details.location = SkypeContent.location(root)
        case "RichText/Contacts":
            let contacts = root.all(tag: "c").map { $0["f"] ?? $0["s"] ?? "" }
            record.message.details.contact = Contact(name: contacts.joined(separator: ", "))
        case "Event/Call": record.becomeCall(SkypeContent.call(root))
        case _ where type.hasPrefix("RichText/"): attach(root, type, &record)
        case _ where type.hasPrefix("ThreadActivity/"):
            SkypeContent.fill(&record, withEvent: type, root) { name(Self.bare($0)) }
        default:
            let known = ["Notice", "PopCard", "InviteFreeRelationshipChanged/Initialized"]
            if !known.contains(type) { context.pass(CleanText.line(type)) }
            let text = root.text.trimmingBlanks()
            record.becomeNotice(.notice, text: text.nonEmpty ?? type)
        }
    }

    private func rich(_ root: HTMLElement, _ message: inout Message) {
        var root = root.removing(tags: ["e_m", "legacyquote"])
        // One quotation above a text is the message that the text answers. Others are forwarded
        // messages, or are answered one by one.
        let first = root.children.firstIndex { !SkypeContent.isBlank($0) }
        if let first, case .element(let quote) = root.children[first], quote.name == "quote",
            root.all(tag: "quote").count == 1,
            root.children[(first + 1)...].contains(where: { !SkypeContent.isBlank($0) })
        {
            let words = quote.text.trimmingBlanks()
            message.details.replyTo = Reply(
                id: quote["messageid"], from: author(of: quote).map(CleanText.line),
                text: words.isEmpty ? nil : CleanText.clean(words))
            root.children.remove(at: first)
        }
        message.body = blocks(root)
    }

    private func author(of quote: HTMLElement) -> String? {
        quote["authorname"] ?? quote["author"].map { name(Self.bare($0)) }
    }

    /// Returns a text with its quotations.
    private func blocks(_ element: HTMLElement) -> [TextBlock] {
        var blocks: [TextBlock] = []
        var text = HTMLElement(name: element.name, attributes: [])
        for child in element.children {
            guard case .element(let quote) = child, quote.name == "quote" else {
                text.children.append(child)
                continue
            }
            blocks += HTMLText.blocks(text, keepsBlanks: true)
            text.children = []
            blocks += Body.card(
                author: author(of: quote), title: nil, address: nil, self.blocks(quote),
                fields: [], footer: nil)
        }
        return blocks + HTMLText.blocks(text, keepsBlanks: true)
    }

    private func attach(_ root: HTMLElement, _ type: String, _ record: inout Record) {
        guard let object = root.first(tag: "uriobject") else {
            // A card is JSON for its app. Only its words are kept.
            return record.message.body = Body.plain(root.text.trimmingBlanks())
        }
        let name = object.first(tag: "originalname")?["v"]
        let id = object["doc_id"] ?? Path.lastName(object["uri"] ?? "")
        let size = object.first(tag: "filesize")?["v"].flatMap { Int($0) }
        var file = RecordFile(SkypeContent.kind(type, object["type"], name), named: name)
        file.attachment.size = size.flatMap { $0 >= 0 ? min($0, 1 << 50) : nil }
        if let found = files[id] { file.place = .path(found) }
        record.files = [file]
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

/// The non-text contents in a message's markup.
private enum SkypeContent {
    static func kind(_ type: String, _ object: String?, _ name: String?) -> Attachment.Kind {
        let words = [type, object ?? ""]
        func says(_ word: String) -> Bool { words.contains { $0.holds(word) } }
        if says("Video") { return .video }
        if says("Audio") { return .voice }
        if says("Picture") || type == "RichText/UriObject" || says("Album") { return .image }
        return FileKind.kind(name: name)
    }

    static func isBlank(_ node: HTMLElement.Node) -> Bool {
        if case .text(let text) = node { text.trimmingBlanks().isEmpty } else { false }
    }

    /// Degrees are in millionths.
    static func location(_ root: HTMLElement) -> Location {
        let source = root.first(tag: "location") ?? root
        func degrees(_ name: String) -> Double? {
            source[name].flatMap { Double($0) }.map { $0 / 1_000_000 }
        }
        let address = (source["address"] ?? source.text).trimmingBlanks()
        return Location(
            degrees("latitude"), degrees("longitude"), address: address.nonEmpty)
    }

    static func call(_ root: HTMLElement) -> Call {
        var call = Call()
        let list = root.first(tag: "partlist")
        let seconds = (list?.all(tag: "duration") ?? []).compactMap {
            Double($0.text.trimmingBlanks())
        }
        if let most = seconds.max(), most > 0, most < 1e9 { call.duration = most.rounded() }
        switch list?["type"] {
        case "missed": call.outcome = .missed
        case "ended": call.outcome = call.duration == nil ? .unanswered : .answered
        default: break
        }
        return call
    }

    static func fill(
        _ record: inout Record, withEvent type: String, _ root: HTMLElement,
        name: (String) -> String
    ) {
        let actors = root.all(tag: "initiator").map { CleanText.line(name($0.text)) }
        var targets = root.all(tag: "target").map { $0.first(tag: "id") ?? $0 }
            .map { CleanText.line(name($0.text.trimmingBlanks())) }
        var value = root.first(tag: "value")?.text.trimmingBlanks() ?? ""
        let action: SystemAction
        switch type.dropFirst("ThreadActivity/".count) {
        case "AddMember": action = actors == targets ? .memberJoined : .memberAdded
        case "DeleteMember": action = actors == targets ? .memberLeft : .memberRemoved
        case "TopicUpdate": action = .titleChanged
        case "PictureUpdate": action = .photoChanged
        case "HistoryDisclosedUpdate", "JoiningEnabledUpdate": action = .settingsChanged
        case "RoleUpdate": action = .adminChanged
        default: action = .notice
        }
        if action == .memberJoined || action == .memberLeft { targets = [] }
        if action == .photoChanged { value = "" }
        if action == .titleChanged, !value.isEmpty {
            value = "\(actors.first ?? "") changed the title to \u{201C}\(value)\u{201D}"
                .trimmingBlanks()
        }
        if action == .notice, value.isEmpty { value = String(type) }
        record.becomeNotice(
            action, by: Array(actors.prefix(50)), to: Array(targets.prefix(50)), text: value)
    }

    static func emoji(_ key: String) -> String {
        let known = [
            "like": "👍", "yes": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢",
            "cry": "😢", "angry": "😠", "smile": "🙂",
        ]
        let name = String(key.prefix { $0 != ";" })
        return known[name] ?? (name.isEmpty ? "" : ":\(name):")
    }
}
