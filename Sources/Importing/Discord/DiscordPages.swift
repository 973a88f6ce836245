import Basics
import Model

/// DiscordChatExporter's HTML pages, dark or light: one channel per page, whole or in parts.
struct DiscordPages {
    private static let wrappers: Set<Substring> = ["chatlog"]
    /// The author of the current group of messages.
    private var author: Record.Person?
    /// The names of the authors so far, by key. Later messages may have other nicknames.
    private var names: [String: String] = [:]

    private struct Heading {
        var guild = ""
        var channel = ""
        var topic: String?
    }

    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        var channels: [(heading: Heading, files: [String])] = []
        for file in files {
            let heading = heading(
                of: builder.sources.prefix(of: file, count: Probe.wholeLength), file)
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
            builder.begin(
                title: isDirect ? name : "#" + name,
                subtitle: isDirect ? nil : channel.heading.topic ?? channel.heading.guild,
                isGroup: !isDirect)
            var pages = DiscordPages()
            for file in channel.files {
                pages.author = nil
                let bytes = try builder.sources.decoded(file)
                try builder.forEachElement(of: bytes, through: wrappers) {
                    element, builder throws(ImportError) in
                    for record in pages.records(in: element, &builder.clock) {
                        try builder.add(record, document: file)
                    }
                }
            }
            if isDirect { builder.suggestMe(ofTwoOtherThan: name) }
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

    private mutating func records(
        in element: HTMLElement, _ clock: inout Clock
    ) -> [Record] {
        if element["data-message-id"] != nil { return [record(element, &clock)] }
        if element.has("chatlog__message-group") { author = nil }
        // Older pages name the author once, before all messages of a group.
        if let named = element.elements.first(where: { $0.has("chatlog__messages") }) {
            learnAuthor(named, element)
        }
        return element.elements.flatMap { records(in: $0, &clock) }
    }

    private mutating func learnAuthor(_ element: HTMLElement, _ around: HTMLElement) {
        let classes = [
            "chatlog__author", "chatlog__author-name", "chatlog__system-notification-author",
        ]
        guard let named = classes.lazy.compactMap({ element.first($0) }).first,
            let name = HTMLText.line(named)
        else { return }
        let key = named["data-user-id"] ?? named["title"] ?? name
        author = Record.Person(key: key)
        guard names[key] == nil else { return }
        names[key] = CleanText.line(name)
        let isBot =
            element.first("chatlog__author-tag") != nil
            || element.first("chatlog__bot-label") != nil
        author = Record.Person(
            key: key, name: name,
            handle: (named["title"] ?? "").split(separator: "#").first.map { "@" + $0 },
            role: isBot ? "bot" : nil,
            avatar: around.first("chatlog__avatar")?["src"].map(Path.percentDecoded))
    }

    /// Returns the creation time in milliseconds that a Discord ID contains. The time shown on a
    /// page depends on its language.
    static func time(ofID id: String) -> Moment? {
        guard let number = UInt64(id) else { return nil }
        return UnixTime.moment(milliseconds: Double(number >> 22) + 1_420_070_400_000)
    }

    private mutating func record(_ element: HTMLElement, _ clock: inout Clock) -> Record {
        learnAuthor(element, element)
        let id = element["data-message-id"]
        var record = Record(id, at: id.flatMap(Self.time), from: author)
        record.message.details.isPinned = element.has("chatlog__message-container--pinned")
        if let notice = element.first("chatlog__system-notification-content") {
            let name = author.flatMap { names[$0.key] }
            let text = [name, HTMLText.line(notice)].compactMap(\.self).joined(separator: " ")
            record.becomeNotice(
                Self.action(text), by: [name].compactMap(\.self), text: text)
            return record
        }
        if let reply = element.first("chatlog__reply") ?? element.first("chatlog__reference") {
            self.reply(reply, &record.message)
        }
        fill(&record, element, &clock)
        return record
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
        let author =
            element.first("chatlog__reply-author") ?? element.first("chatlog__reference-author")
        // The `onclick` of a reply, such as `scrollToMessage(event,'123')`.
        let digits = (link?["onclick"] ?? "").split { !$0.isNumber }.last
        message.details.replyTo = Reply(
            id: digits.map(String.init), from: HTMLText.line(author), text: HTMLText.line(link))
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

    // MARK: Content

    private func fill(_ record: inout Record, _ element: HTMLElement, _ clock: inout Clock) {
        for content in element.all("chatlog__content") {
            record.message.body += text(content)
            if let edited = content.first("chatlog__edited-timestamp"),
                record.message.details.edited == nil
            {
                record.message.details.edited = Edited(at: clock.moment(edited["title"]))
            }
        }
        record.files += element.all("chatlog__attachment").map(file)
        if let forwarded = element.first("chatlog__forwarded") {
            // Its time is only in the language of the page.
            record.message.details.forwarded = Forwarded()
            for content in forwarded.all("chatlog__forwarded-content") {
                record.message.body += text(content)
            }
            for file in forwarded.all("chatlog__forwarded-attachments").flatMap(\.children) {
                guard case .element = file else { continue }
                let box = HTMLElement(name: "div", attributes: [], children: [file])
                record.files.append(self.file(box))
            }
        }
        for sticker in element.all("chatlog__sticker") {
            let source =
                sticker.first(tag: "img")?["src"]
                ?? sticker.first("chatlog__sticker--media")?["src"]
            record.files.append(DiscordEmbed.file(source, .sticker, named: sticker["title"]))
        }
        for embed in element.all("chatlog__embed").prefix(20) { add(embed: embed, to: &record) }
        for item in element.all("chatlog__reaction").prefix(100) {
            add(reaction: item, to: &record)
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

    private func file(_ box: HTMLElement) -> RecordFile {
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
        return DiscordEmbed.file(path, FileKind.kind(name: name), named: name)
    }

    private func add(embed: HTMLElement, to record: inout Record) {
        // A link to a picture or video, of which the page shows nothing else.
        let generic: [(String, Attachment.Kind)] = [
            ("chatlog__embed-generic-image", .image), ("chatlog__embed-generic-video", .video),
            ("chatlog__embed-generic-gifv", .gif),
        ]
        for (name, kind) in generic {
            let media = embed.first(name)
            guard let path = media?["src"] ?? media?.first(tag: "source")?["src"] else { continue }
            return record.files.append(DiscordPlainMessage.file(path, kind))
        }
        let words = { (names: String...) in
            names.lazy.compactMap { HTMLText.line(embed.first($0)) }.first
        }
        let invite = embed.first("chatlog__embed-invite-guild-name")?.first(tag: "a")
        let text =
            embed.first("chatlog__embed-description")
            ?? embed.first("chatlog__embed-invite-channel-name")
        DiscordEmbed(
            author: words("chatlog__embed-author", "chatlog__embed-invite-title"),
            title: words("chatlog__embed-title", "chatlog__embed-invite-guild-name"),
            address: embed.first("chatlog__embed-title-link")?["href"] ?? invite?["href"]
                ?? embed.first("chatlog__embed-spotify")?["src"],
            text: text.map(self.text) ?? [],
            fields: zip(
                embed.all("chatlog__embed-field-name"), embed.all("chatlog__embed-field-value")
            ).map { (name: HTMLText.line($0), value: HTMLText.line($1)) },
            footer: words("chatlog__embed-footer"),
            picture: ["chatlog__embed-thumbnail", "chatlog__embed-image"].lazy
                .compactMap { embed.first($0)?["src"] }.first
        ).add(to: &record)
    }

    private func add(reaction item: HTMLElement, to record: inout Record) {
        let picture = item.first(tag: "img")
        guard let sign = picture?["alt"] ?? item["title"] else { return }
        let (emoji, isCustom) = Self.emoji(sign)
        if isCustom, let path = picture?["src"] {
            let place = record.message.details.reactions.count
            record.reactionPictures[place] = Path.percentDecoded(path)
        }
        record.message.details.reactions.append(
            Reaction(
                emoji: emoji, stated: HTMLText.line(item.first("chatlog__reaction-count")) ?? "1"))
    }
}
