import Basics
import Model

/// DiscordChatExporter's HTML pages, dark or light: one channel per page, whole or in parts.
struct DiscordPages {
    private static let wrappers: Set<Substring> = ["chatlog"]
    private let file: String
    /// The author of the current group of messages.
    private var author: ParticipantIndex?

    private init(file: String) { self.file = file }

    static func isPage(_ file: Probe.File) -> Bool {
        file.begins(with: "<") && file.contains("chatlog__message")
    }

    private struct Heading {
        var guild = ""
        var channel = ""
        var topic: String?
    }

    static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var channels: [(heading: Heading, files: [String])] = []
        for file in files {
            let heading = heading(of: sources.prefix(of: file, count: Probe.wholeLength), file)
            let place = channels.firstIndex {
                $0.heading.channel == heading.channel && $0.heading.guild == heading.guild
            }
            if let place {
                channels[place].files.append(file)
            } else {
                channels.append((heading, [file]))
            }
        }
        let names = channels.map { ChatName(id: $0.files[0], name: $0.heading.channel) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let channel = channels[index]
            builder.conversation.service = .discord
            builder.needsSorting = channel.files.count > 1
            let isDirect = channel.heading.guild.hasPrefix("Direct Message")
            let name = CleanText.line(channel.heading.channel)
            builder.conversation.title = isDirect ? name : "#" + name
            builder.conversation.subtitle =
                isDirect ? nil : channel.heading.topic ?? CleanText.line(channel.heading.guild)
            builder.conversation.kind = isDirect ? .direct : .group
            builder.isKindKnown = true
            for file in channel.files {
                var page = DiscordPages(file: file)
                var reader = HTMLReader(
                    try sources.decoded(file), through: wrappers)
                while let element = reader.next() {
                    guard sources.budget.mayContinue else { throw .stopped }
                    try page.add(element, &builder, &sources)
                }
            }
            let people = builder.conversation.participants
            if isDirect, builder.senders.count == 2,
                builder.senders.contains(where: { people[$0].name == name })
            {
                builder.suggestMe(otherThan: name)
            }
        }
    }

    /// Styles and scripts of any length precede the heading and are skipped.
    private static func heading(of bytes: [UInt8], _ file: String) -> Heading {
        var reader = HTMLReader(bytes, through: wrappers)
        var heading = Heading()
        heading.channel = Path.stem(file)
        while let element = reader.next() {
            if element.classes.contains(where: { $0.hasPrefix("chatlog__") }) { break }
            guard element.has("preamble") else { continue }
            let entries = element.all("preamble__entry").compactMap { HTMLText.line($0) }
            heading.guild = entries.first ?? ""
            if entries.count > 1 {
                // The channel's category precedes its name.
                let parts = entries[1].split(separator: " / ")
                heading.channel = parts.last.map(String.init) ?? entries[1]
            }
            if entries.count > 2, !entries[2].hasPrefix("Between ") { heading.topic = entries[2] }
            break
        }
        return heading
    }

    private mutating func add(
        _ element: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        if element["data-message-id"] != nil {
            return try message(element, &builder, &sources)
        }
        if element.has("chatlog__message-group") { author = nil }
        // Older pages name the author once, before all messages of a group.
        if let named = element.elements.first(where: { $0.has("chatlog__messages") }) {
            try learnAuthor(named, element, &builder, &sources)
        }
        for inner in element.elements { try add(inner, &builder, &sources) }
    }

    private mutating func learnAuthor(
        _ element: HTMLElement, _ around: HTMLElement, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let classes = [
            "chatlog__author", "chatlog__author-name", "chatlog__system-notification-author",
        ]
        guard let named = classes.lazy.compactMap({ element.first($0) }).first,
            let name = HTMLText.line(named)
        else { return }
        let key = named["data-user-id"] ?? named["title"] ?? name
        let isNew = builder.known(key) == nil
        let index = try builder.participant(key, name: name)
        author = index
        guard isNew else { return }
        let handle = (named["title"] ?? "").split(separator: "#").first.map(String.init)
        builder.conversation.participants[index].handle = handle.map { "@" + CleanText.line($0) }
        if element.first("chatlog__author-tag") != nil || element.first("chatlog__bot-label") != nil
        {
            builder.conversation.participants[index].role = "bot"
        }
        if let picture = around.first("chatlog__avatar")?["src"] {
            try builder.avatar(
                Path.percentDecoded(picture), of: index, from: &sources, document: file)
        }
    }

    /// Returns the creation time in milliseconds that a Discord ID contains. The time shown on a
    /// page depends on its language.
    static func time(ofID id: String) -> Moment? {
        guard let number = UInt64(id) else { return nil }
        return UnixTime.moment(milliseconds: Double(number >> 22) + 1_420_070_400_000)
    }

    private mutating func message(
        _ element: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        try learnAuthor(element, element, &builder, &sources)
        var message = Message()
        message.id = element["data-message-id"]
        message.at = message.id.flatMap(Self.time)
        builder.beginEntry(at: message.at)
        message.details.isPinned = element.has("chatlog__message-container--pinned")
        if let notice = element.first("chatlog__system-notification-content") {
            let name = author.map { builder.conversation.participants[$0].name }
            let text = [name, HTMLText.line(notice)].compactMap(\.self).joined(separator: " ")
            message.kind = .system
            message.body = Body.plain(text)
            var event = SystemEvent(action: Self.action(text).rawValue)
            event.actors = [name].compactMap(\.self)
            message.details.system = event
            return try builder.append(message)
        }
        message.from = author
        if let reply = element.first("chatlog__reply") ?? element.first("chatlog__reference") {
            self.reply(reply, &message)
        }
        let content = DiscordPageContent(file: file)
        try content.fill(&message, element, &builder, &sources)
        try builder.append(message)
    }

    /// Reads the line above a message: the message that it answers, or the command, such as
    /// `used /roll`, that made a bot write it.
    private func reply(_ element: HTMLElement, _ message: inout Message) {
        let link = element.first("chatlog__reply-link") ?? element.first("chatlog__reference-link")
        let words = HTMLText.line(
            element.first("chatlog__reply-content") ?? element.first("chatlog__reference-content"))
        if link == nil, let words, words.hasPrefix("used /") {
            message.details.subject = String(words.dropFirst(5))
            return
        }
        var reply = Reply()
        reply.from = HTMLText.line(
            element.first("chatlog__reply-author") ?? element.first("chatlog__reference-author"))
        reply.text = HTMLText.line(link)
        // The `onclick` of a reply, such as `scrollToMessage(event,'123')`.
        let digits = (link?["onclick"] ?? "").split { !$0.isNumber }.last
        reply.id = digits.map(String.init)
        message.details.replyTo = reply
    }

    private static func action(_ text: String) -> SystemAction {
        let phrases: [(String, SystemAction)] = [
            (" pinned ", .pinned), (" added ", .memberAdded), (" removed ", .memberRemoved),
            (" left the group", .memberLeft), (" started a call", .call),
            (" changed the channel name", .titleChanged),
            (" changed the channel icon", .photoChanged),
            (" started a thread", .threadCreated), (" joined the server", .memberJoined),
        ]
        return phrases.first { text.holds($0.0) }?.1 ?? .notice
    }
}

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
