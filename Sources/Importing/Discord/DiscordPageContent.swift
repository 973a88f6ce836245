import Model

/// The text and attachments of a message in DiscordChatExporter's HTML pages.
struct DiscordPageContent {
    let file: String

    func fill(
        _ message: inout Message, _ element: HTMLElement, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for content in element.all("chatlog__content") {
            message.body += text(content)
            if let edited = content.first("chatlog__edited-timestamp"),
                message.details.edited == nil
            {
                message.details.edited = Edited(at: edited["title"].flatMap { builder.moment($0) })
            }
        }
        for box in element.all("chatlog__attachment") {
            try attach(box, &message, &builder, &sources)
        }
        for sticker in element.all("chatlog__sticker") {
            var attachment = Attachment(kind: .sticker)
            attachment.name = sticker["title"].map(CleanText.line)
            let source =
                sticker.first(tag: "img")?["src"]
                ?? sticker.first("chatlog__sticker--media")?["src"]
            try find(source, &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
        for embed in element.all("chatlog__embed").prefix(20) {
            try self.embed(embed, &message, &builder, &sources)
        }
        message.details.reactions = try reactions(element, &builder, &sources)
    }

    private func text(_ content: HTMLElement) -> [TextBlock] {
        let inner = content.first("chatlog__markdown-preserve") ?? content
        return HTMLText.blocks(inner, keepsBlanks: inner.has("chatlog__markdown-preserve")) {
            element in
            if element.has("chatlog__edited-timestamp") { return "" }
            guard element.name == "img" else { return nil }
            // The `alt` of an emoji is the character itself, or the name of a custom emoji.
            return element["alt"] ?? ""
        }
    }

    private func attach(
        _ box: HTMLElement, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let media = box.first("chatlog__attachment-media")
        let source = media?.first(tag: "source") ?? media
        let link =
            box.first("chatlog__attachment-generic-name")?.first(tag: "a") ?? box.first(tag: "a")
        let path = source?["src"] ?? link?["href"]
        // The title of an attachment, such as `Image: dot.png (12 KB)`.
        let title = source?["title"] ?? media?["title"] ?? ""
        let named = title.place(of: ": ").map { String(title[$0.upperBound...]) }
        let shown = named.flatMap { WhatsAppFileLine.parts($0).map { String($0.name) } ?? $0 }
        let name = shown ?? HTMLText.line(link) ?? Path.lastName(path ?? "")
        var attachment = Attachment(kind: FileKind.kind(name: name))
        if name == "voice-message.ogg" { attachment.kind = .voice }
        try find(path, &attachment, &builder, &sources)
        attachment.name = CleanText.line(name)
        message.attachments.append(attachment)
    }

    /// Attaches a file. Web addresses are never fetched; relative addresses are files that the
    /// exporter downloaded.
    private func find(
        _ path: String?, _ attachment: inout Attachment, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let path, !path.isEmpty, !path.holds("://") else {
            return builder.miss(&attachment, "not in the export")
        }
        try builder.attach(
            Path.percentDecoded(path), to: &attachment, from: &sources, document: file)
    }

    private func embed(
        _ embed: HTMLElement, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let words = { (name: String) in HTMLText.line(embed.first(name)) }
        let title = words("chatlog__embed-title")
        let picture = [
            "chatlog__embed-thumbnail", "chatlog__embed-image", "chatlog__embed-generic-image",
        ]
        .lazy.compactMap { embed.first($0)?["src"] }.first
        let stored = try picture.flatMap { path throws(ImportError) in
            try builder.picture(Path.percentDecoded(path), from: &sources, document: file)
        }
        let address = embed.first("chatlog__embed-title-link")?["href"].flatMap(Link.url)
        if let url = address, message.details.link == nil,
            embed.first("chatlog__embed-fields") == nil
        {
            var link = LinkPreview(url: url)
            link.title = title
            link.summary = words("chatlog__embed-description")
            link.site = words("chatlog__embed-author")
            link.picture = stored
            message.details.link = link
            return
        }
        let fields = zip(
            embed.all("chatlog__embed-field-name"), embed.all("chatlog__embed-field-value")
        ).prefix(25).map { (name: HTMLText.line($0), value: HTMLText.line($1)) }
        message.body += Body.card(
            author: words("chatlog__embed-author"), title: title, address: address,
            Body.plain(words("chatlog__embed-description") ?? ""), fields: fields,
            footer: words("chatlog__embed-footer"))
        guard let stored else { return }
        var attachment = Attachment(kind: .image)
        attachment.media = stored
        message.attachments.append(attachment)
    }

    private func reactions(
        _ element: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) -> [Reaction] {
        var reactions: [Reaction] = []
        for item in element.all("chatlog__reaction").prefix(100) {
            let picture = item.first(tag: "img")
            guard let sign = picture?["alt"] ?? item["title"] else { continue }
            let count =
                HTMLText.line(item.first("chatlog__reaction-count")).flatMap { Int($0) } ?? 1
            // Pages write the name of a custom emoji without colons.
            let isName = sign.utf8.allSatisfy { $0 < 0x80 } && !sign.hasPrefix(":")
            var reaction = Reaction(
                emoji: CleanText.line(isName ? ":\(sign):" : sign),
                count: max(1, min(count, 1_000_000_000)))
            if isName, let path = picture?["src"] {
                reaction.picture = try builder.picture(
                    Path.percentDecoded(path), from: &sources, document: file)
            }
            reactions.append(reaction)
        }
        return reactions
    }
}
