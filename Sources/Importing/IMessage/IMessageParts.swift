import Model

/// The parts of one message on a page: bubbles, attachments, apps, tapbacks.
struct IMessageParts {
    let file: String

    func fill(
        _ message: inout Message, _ inner: HTMLElement, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        message.details.subject = inner.first("subject").map { CleanText.line($0.text) }
        if inner.first("deleted") != nil { message.details.deleted = Deleted() }
        for part in inner.all("message_part") {
            try self.part(part, &message, &builder, &sources)
        }
        for note in ["shareplay", "shared_location"] {
            guard let element = inner.first(note) else { continue }
            message.body += Body.plain(IMessagePage.collapsed(element.text))
        }
        if let effect = inner.first("expressive") {
            let text = IMessagePage.collapsed(effect.text)
            let name = text.hasPrefix("Sent with ") ? String(text.dropFirst(10)) : text
            message.details.effect = CleanText.line(name)
        }
        let marks = (inner.all("tapbacks") + inner.all("reactions")).flatMap { group in
            let items = group.all("tapback") + group.all("reaction")
            return items.compactMap { IMessageWords.tapback(IMessagePage.collapsed($0.text)) }
        }
        message.details.reactions = Reaction.grouped(marks)
    }

    private func part(
        _ part: HTMLElement, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        if let bubble = part.first("bubble") { message.body += text(bubble) }
        if let table = part.first("edited") { edited(table, &message) }
        if let unsent = part.first("unsent") {
            message.details.deleted = Deleted()
            message.details.deleted?.reason = CleanText.line(IMessagePage.collapsed(unsent.text))
        }
        for app in part.all("app") { self.app(app, &message) }
        for sticker in part.all("sticker") {
            try media(in: sticker, kind: .sticker, &message, &builder, &sources)
        }
        let boxes = part.all("attachment")
        for box in boxes { try media(in: box, kind: nil, &message, &builder, &sources) }
        if boxes.isEmpty, part.first("bubble") == nil, part.first("app") == nil,
            part.first("sticker") == nil
        {
            try media(in: part, kind: nil, &message, &builder, &sources)
        }
        if let fault = part.first("attachment_error") {
            var attachment = Attachment(kind: .file)
            builder.miss(&attachment, CleanText.line(IMessagePage.collapsed(fault.text)))
            message.attachments.append(attachment)
        }
    }

    /// Returns a bubble's text with its few styles.
    private func text(_ bubble: HTMLElement) -> [TextBlock] {
        var bodyBuilder = Body.Builder()
        append(bubble, [], to: &bodyBuilder)
        return bodyBuilder.blocks
    }

    private func append(
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
    private func edited(_ table: HTMLElement, _ message: inout Message) {
        let versions = rows(of: table).map { row in
            CleanText.clean((row.elements.last ?? row).text.trimmingBlanks())
        }
        guard let last = versions.last else { return }
        message.body += Body.plain(last)
        var edited = Edited()
        edited.history = versions.dropLast().map { Edited.Version(at: nil, text: $0) }
        message.details.edited = edited
    }

    private func rows(of table: HTMLElement) -> [HTMLElement] {
        table.elements.flatMap { $0.name == "tr" ? [$0] : rows(of: $0) }
    }

    private func app(_ app: HTMLElement, _ message: inout Message) {
        func words(_ name: String) -> String? {
            app.first(name).map { CleanText.line(IMessagePage.collapsed($0.text)) }
                .flatMap { $0.isEmpty ? nil : $0 }
        }
        let lines = ["caption", "subcaption", "trailing_caption", "trailing_subcaption"]
            .compactMap(words)
        if let url = app.first(tag: "a")?["href"].flatMap(Link.url)
            ?? app["href"].flatMap(Link.url),
            message.details.link == nil
        {
            var link = LinkPreview(url: url)
            link.title = lines.first ?? words("image_title") ?? words("name")
            link.summary = lines.dropFirst().first
            link.site = words("name")
            message.details.link = link
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

    /// Adds an image, video, audio file or download.
    private func media(
        in box: HTMLElement, kind: Attachment.Kind?, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let tags = ["img", "video", "audio", "a"]
        guard let tag = tags.lazy.compactMap({ box.first(tag: $0) }).first else { return }
        let path = tag["src"] ?? tag.first(tag: "source")?["src"] ?? tag["href"] ?? ""
        let plain = Path.percentDecoded(
            path.hasPrefix("file://") ? String(path.dropFirst(7)) : path)
        var attachment = Attachment(kind: kind ?? Self.kind(tag.name, plain))
        attachment.transcript = box.first("transcription").map {
            CleanText.clean(IMessagePage.collapsed($0.text))
        }
        try builder.attach(plain, to: &attachment, from: &sources, document: file)
        attachment.name = attachment.name.map(CleanText.line)
        message.attachments.append(attachment)
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
