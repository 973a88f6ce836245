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
