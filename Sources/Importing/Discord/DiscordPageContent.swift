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
        if let forwarded = element.first("chatlog__forwarded") {
            try forward(forwarded, &message, &builder, &sources)
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

    /// Adds a forwarded message, whose time is only in the language of the page.
    private func forward(
        _ element: HTMLElement, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        message.details.forwarded = Forwarded()
        for content in element.all("chatlog__forwarded-content") { message.body += text(content) }
        for file in element.all("chatlog__forwarded-attachments").flatMap(\.children) {
            guard case .element = file else { continue }
            let box = HTMLElement(name: "div", attributes: [], children: [file])
            try attach(box, &message, &builder, &sources)
        }
    }

    private func text(_ content: HTMLElement) -> [TextBlock] {
        let inner = content.first("chatlog__markdown-preserve") ?? content
        return HTMLText.blocks(
            Self.plain(inner), keepsBlanks: inner.has("chatlog__markdown-preserve")
        ) { element in
            if element.has("chatlog__edited-timestamp") { return "" }
            guard element.name == "img" else { return nil }
            // The `alt` of an emoji is the character itself, or the name of a custom emoji.
            return Self.emoji(element["alt"] ?? "").text
        }
    }

    /// Returns an element whose quotes and blocks of code are HTML's own.
    private static func plain(_ element: HTMLElement) -> HTMLElement {
        let classes = element.classes
        var name = element.name
        if classes.contains(where: { $0.hasSuffix("pre--multiline") }) { name = "pre" }
        if classes.contains(where: { $0.hasSuffix("quote") }) { name = "blockquote" }
        let children = element.children.map { child in
            guard case .element(let inner) = child else { return child }
            return .element(plain(inner))
        }
        return HTMLElement(name: name, attributes: element.attributes, children: children)
    }

    /// Returns an emoji as text. Pages write the name of a custom emoji without colons.
    private static func emoji(_ sign: String) -> (text: String, isCustom: Bool) {
        let isName = !sign.isEmpty && sign.utf8.allSatisfy { $0 < 0x80 } && !sign.hasPrefix(":")
        return (isName ? ":\(sign):" : sign, isName)
    }

    private func attach(
        _ box: HTMLElement, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let media =
            box.first("chatlog__attachment-media") ?? box.first("chatlog__forwarded-attachment")
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

    /// Web addresses are never fetched; relative addresses are files that the exporter downloaded.
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
        // A link to a picture or video, of which the page shows nothing else.
        let generic: [(String, Attachment.Kind)] = [
            ("chatlog__embed-generic-image", .image), ("chatlog__embed-generic-video", .video),
            ("chatlog__embed-generic-gifv", .gif),
        ]
        for (name, kind) in generic {
            let media = embed.first(name)
            guard let path = media?["src"] ?? media?.first(tag: "source")?["src"] else { continue }
            return try add(path, kind, &message, &builder, &sources)
        }
        let words = { (names: String...) in
            names.lazy.compactMap { HTMLText.line(embed.first($0)) }.first
        }
        let invite = embed.first("chatlog__embed-invite-guild-name")?.first(tag: "a")
        var shown = DiscordEmbed(
            author: words("chatlog__embed-author", "chatlog__embed-invite-title"),
            title: words("chatlog__embed-title", "chatlog__embed-invite-guild-name"),
            address: embed.first("chatlog__embed-title-link")?["href"] ?? invite?["href"]
                ?? embed.first("chatlog__embed-spotify")?["src"],
            footer: words("chatlog__embed-footer"))
        let text =
            embed.first("chatlog__embed-description")
            ?? embed.first("chatlog__embed-invite-channel-name")
        shown.text = text.map(self.text) ?? []
        shown.fields = zip(
            embed.all("chatlog__embed-field-name"), embed.all("chatlog__embed-field-value")
        ).map { (name: HTMLText.line($0), value: HTMLText.line($1)) }
        let picture = ["chatlog__embed-thumbnail", "chatlog__embed-image"].lazy
            .compactMap { embed.first($0)?["src"] }.first
        if shown.isWordless, let picture {
            return try add(picture, .image, &message, &builder, &sources)
        }
        shown.picture = try picture.flatMap { path throws(ImportError) in
            try builder.picture(Path.percentDecoded(path), from: &sources, document: file)
        }
        shown.add(to: &message)
    }

    private func add(
        _ path: String, _ kind: Attachment.Kind, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        message.attachments.append(
            try builder.attachment(
                of: DiscordPlainMessage.file(path, kind), from: &sources, document: file))
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
            let (emoji, isCustom) = Self.emoji(sign)
            var reaction = Reaction(
                emoji: CleanText.line(emoji), count: max(1, min(count, 1_000_000_000)))
            if isCustom, let path = picture?["src"] {
                reaction.picture = try builder.picture(
                    Path.percentDecoded(path), from: &sources, document: file)
            }
            reactions.append(reaction)
        }
        return reactions
    }
}
