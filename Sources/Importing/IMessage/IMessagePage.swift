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
        _ reader: HTMLReader, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var reader = reader
        while let element = reader.next() {
            if element.has("announcement") {
                let record = announcement(element, &builder)
                try builder.add(record)
            } else if element.has("message") {
                try add(element, &builder)
            }
        }
        // A reply is kept even if its own position is outside of the exported range.
        let orphans = replies.filter { !seen.contains($0.key) }.sorted { $0.key < $1.key }
        for orphan in orphans { try add(orphan.value.element, &builder) }
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
        record.becomeNotice(builder.appPhrases.action(sentence), text: sentence)
        return record
    }

    private mutating func add(
        _ element: HTMLElement, _ builder: inout ConversationBuilder
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
        try builder.add(record, document: file)
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

/// The parts of one message on a page: bubbles, attachments, apps, tapbacks.
private enum IMessageParts {
    static func fill(_ record: inout Record, _ inner: HTMLElement) {
        record.message.details.subject = inner.first("subject").map { CleanText.line($0.text) }
        if inner.first("deleted") != nil { record.message.details.deleted = Deleted() }
        for part in inner.all("message_part") { self.part(part, &record) }
        for note in ["shareplay", "shared_location"] {
            guard let element = inner.first(note) else { continue }
            record.message.body += Body.plain(IMessagePage.collapsed(element.text))
        }
        if let effect = inner.first("expressive") {
            let text = IMessagePage.collapsed(effect.text)
            let name = text.hasPrefix("Sent with ") ? String(text.dropFirst(10)) : text
            record.message.details.effect = CleanText.line(name)
        }
        let marks = (inner.all("tapbacks") + inner.all("reactions")).flatMap { group in
            let items = group.all("tapback") + group.all("reaction")
            return items.compactMap { IMessageWords.tapback(IMessagePage.collapsed($0.text)) }
        }
        record.message.details.reactions = Reaction.grouped(marks)
    }

    private static func part(_ part: HTMLElement, _ record: inout Record) {
        if let bubble = part.first("bubble") { record.message.body += text(bubble) }
        if let table = part.first("edited") { edited(table, &record.message) }
        if let unsent = part.first("unsent") {
            record.message.details.deleted = Deleted(
                at: nil, reason: CleanText.line(IMessagePage.collapsed(unsent.text)))
        }
        for app in part.all("app") { self.app(app, &record.message) }
        record.files += part.all("sticker").compactMap { media(in: $0, kind: .sticker) }
        let boxes = part.all("attachment")
        record.files += boxes.compactMap { media(in: $0) }
        if boxes.isEmpty, ["bubble", "app", "sticker"].allSatisfy({ part.first($0) == nil }),
            let file = media(in: part)
        {
            record.files.append(file)
        }
        if let fault = part.first("attachment_error") {
            let reason = CleanText.line(IMessagePage.collapsed(fault.text))
            record.files.append(RecordFile(.file, at: .missing(reason)))
        }
    }

    private static func text(_ bubble: HTMLElement) -> [TextBlock] {
        var bodyBuilder = Body.Builder()
        append(bubble, [], to: &bodyBuilder)
        return bodyBuilder.blocks
    }

    private static func append(
        _ element: HTMLElement, _ kinds: [TextMark.Kind], to bodyBuilder: inout Body.Builder
    ) {
        for child in element.children {
            switch child {
            case .text(let text): bodyBuilder.append(text, kinds)
            case .element(let inner):
                switch inner.name {
                case "br": bodyBuilder.append("\n")
                case "b", "strong": append(inner, kinds.with(.entity(.bold)), to: &bodyBuilder)
                case "i", "em": append(inner, kinds.with(.entity(.italic)), to: &bodyBuilder)
                case "u": append(inner, kinds.with(.entity(.underline)), to: &bodyBuilder)
                case "s", "strike", "del":
                    append(inner, kinds.with(.entity(.strike)), to: &bodyBuilder)
                case "a":
                    let link = inner["href"].flatMap(Link.mark)
                    append(inner, kinds.with(link), to: &bodyBuilder)
                default: append(inner, kinds, to: &bodyBuilder)
                }
            }
        }
    }

    /// Reads the rows of versions, from the oldest to the current text.
    private static func edited(_ table: HTMLElement, _ message: inout Message) {
        let versions = rows(of: table).map { row in
            CleanText.clean((row.elements.last ?? row).text.trimmingBlanks())
        }
        guard let last = versions.last else { return }
        message.body += Body.plain(last)
        message.details.edited = Edited(
            at: nil, history: versions.dropLast().map { Edited.Version(at: nil, text: $0) })
    }

    private static func rows(of table: HTMLElement) -> [HTMLElement] {
        table.elements.flatMap { $0.name == "tr" ? [$0] : rows(of: $0) }
    }

    private static func app(_ app: HTMLElement, _ message: inout Message) {
        func words(_ name: String) -> String? {
            app.first(name).flatMap { CleanText.line(IMessagePage.collapsed($0.text)).nonEmpty }
        }
        let lines = ["caption", "subcaption", "trailing_caption", "trailing_subcaption"]
            .compactMap(words)
        if let url = app.first(tag: "a")?["href"].flatMap(Link.url)
            ?? app["href"].flatMap(Link.url),
            message.details.link == nil
        {
            message.details.link = LinkPreview(
                url: url, title: lines.first ?? words("image_title") ?? words("name"),
                summary: lines.dropFirst().first, site: words("name"))
            return
        }
        let all =
            [words("name"), words("image_title"), words("image_subtitle"), words("ldtext")]
            .compactMap(\.self) + lines
        if let payment = all.compactMap(IMessageWords.payment).first {
            message.details.payment = payment
            return
        }
        let text = all.isEmpty ? IMessagePage.collapsed(app.text) : all.joined(separator: "\n")
        let inner = Body.plain(text)
        if !inner.isEmpty { message.body.append(.quote(inner)) }
    }

    /// Returns an image, video, audio file or download.
    private static func media(in box: HTMLElement, kind: Attachment.Kind? = nil) -> RecordFile? {
        let tags = ["img", "video", "audio", "a"]
        guard let tag = tags.lazy.compactMap({ box.first(tag: $0) }).first else { return nil }
        let path = tag["src"] ?? tag.first(tag: "source")?["src"] ?? tag["href"] ?? ""
        let plain = Path.percentDecoded(
            path.hasPrefix("file://") ? String(path.dropFirst(7)) : path)
        var file = RecordFile(
            kind ?? self.kind(tag.name, plain), named: Path.lastName(plain), at: .beside(plain))
        file.attachment.transcript = box.first("transcription").map {
            CleanText.clean(IMessagePage.collapsed($0.text))
        }
        return file
    }

    private static func kind(_ tag: String, _ path: String) -> Attachment.Kind {
        switch tag {
        case "img": Path.fileExtension(path) == "gif" ? .gif : .image
        case "video": .video
        case "audio": .voice
        default: FileKind.kind(name: path)
        }
    }
}

extension [TextMark.Kind] {
    /// Adds a mark, unless the marks contain one of the same kind: a page may nest them at will.
    fileprivate func with(_ kind: TextMark.Kind?) -> [TextMark.Kind] {
        guard let kind, !contains(where: { $0 == kind || $0.isLink && kind.isLink }) else {
            return self
        }
        return self + [kind]
    }
}

extension TextMark.Kind {
    fileprivate var isLink: Bool {
        if case .entity(.link) = self { true } else { false }
    }
}
