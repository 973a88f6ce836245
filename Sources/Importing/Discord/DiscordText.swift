import Basics
import Model

/// DiscordChatExporter's plain text: a heading between rules, then messages, each under a line with
/// its time and author. Dates are in the locale of the machine that wrote them.
struct DiscordText {
    private var stamps: LocalizedStampReader
    private var found: [(stamp: LocalizedStamp, message: DiscordPlainMessage)] = []
    /// The number of lines before the first message that are neither the heading nor blank.
    private var stray = 0
    /// The part of the message to which the next lines belong.
    private var part = Part.content

    private enum Part: String {
        case content, forwarded = "{Forwarded Message}", attachments = "{Attachments}"
        case embed = "{Embed}", stickers = "{Stickers}", reactions = "{Reactions}"
    }

    struct Heading: Hashable {
        var guild = ""
        var channel = ""
        var topic: String?

        /// Returns nil if the text does not begin with a rule, the server and the channel.
        init?(_ bytes: [UInt8]) {
            var lines = Lines(bytes).lazy.prefix(12).map { range in
                String(decoding: bytes[range].prefix(1_000), as: UTF8.self)
            }.filter { !$0.trimmingBlanks().isEmpty }.makeIterator()
            guard let rule = lines.next(), DiscordText.isRule(rule) else { return nil }
            while let line = lines.next(), !DiscordText.isRule(line) {
                guard let colon = line.place(of: ": ") else { continue }
                let value = line[colon.upperBound...].trimmingBlanks()
                switch line[..<colon.lowerBound] {
                case "Guild": guild = value
                // The channel's category precedes its name.
                case "Channel": channel = value.components([" / "]).last ?? value
                case "Topic": topic = value
                default: continue
                }
            }
            guard !guild.isEmpty, !channel.isEmpty else { return nil }
        }
    }

    static func isText(_ head: [UInt8]) -> Bool {
        Heading(TextFile.decode(Array(head.prefix(16 << 10))).bytes) != nil
    }

    private static func isRule(_ line: String) -> Bool {
        line.utf8.count >= 20 && line.utf8.allSatisfy { $0 == UInt8(ascii: "=") }
    }

    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        let channels = try files.grouped { file throws(ImportError) in
            Heading(builder.sources.head(of: file))
        }
        let names = channels.map { heading, files in
            ChatName(id: files[0], name: heading?.channel ?? Path.stem(files[0]))
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let channel = channels[index]
            builder.conversation.service = .discord
            builder.needsSorting = channel.files.count > 1
            builder.begin(channel.chat)
            for file in channel.files {
                var text = DiscordText(stamps: LocalizedStampReader(builder.phrases.whatsApp))
                try text.read(try builder.sources.document(file), builder.budget)
                var dates = LocalizedDates(
                    text.found.lazy.map(\.stamp), order: builder.options.dateOrder,
                    year: builder.options.year)
                for (stamp, message) in text.found {
                    var message = message
                    message.at = dates.time(of: stamp).map { builder.moment($0) }
                    try builder.add(message.record(builder.appPhrases), document: file)
                }
                dates.warn(of: "message", &builder)
                builder.warn(linesBeforeFirstMessage: text.stray)
            }
        }
    }

    private init(stamps: LocalizedStampReader) { self.stamps = stamps }

    // MARK: Lines

    private mutating func read(
        _ document: [UInt8], _ budget: WorkBudget
    ) throws(ImportError) {
        let bytes = TextFile.decode(document).bytes
        stamps.take(bytes)
        let hasHeading = Heading(Array(bytes.prefix(16 << 10))) != nil
        var isBlank = true
        for range in Lines(bytes) {
            guard budget.mayContinue else { throw .stopped }
            // Only a line after a blank line begins a message: pasted lines follow other text.
            if isBlank || !hasHeading, let header = header(bytes, range) {
                found.append(header)
                part = .content
                isBlank = false
                continue
            }
            let line = String(decoding: bytes[range], as: UTF8.self)
            isBlank = line.trimmingBlanks().isEmpty
            add(line, isBlank)
        }
        for index in found.indices {
            found[index].message.content = found[index].message.content.trimmingBlanks()
        }
    }

    /// Parses `[15/01/2024 10:30] ana#1234 (pinned)`.
    private mutating func header(
        _ bytes: [UInt8], _ range: Range<Int>
    ) -> (stamp: LocalizedStamp, message: DiscordPlainMessage)? {
        guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "[") else { return nil }
        let limit = min(range.upperBound, range.lowerBound + LocalizedStampReader.maxLength + 2)
        guard
            let close = bytes[range.lowerBound..<limit].firstIndex(of: UInt8(ascii: "]")),
            close + 2 < range.upperBound, bytes[close + 1] == 0x20,
            let stamp = stamps.read(range.lowerBound + 1..<close)
        else { return nil }
        var author = String(decoding: bytes[(close + 2)..<range.upperBound], as: UTF8.self)
            .trimmingBlanks()
        let isPinned = author.hasSuffix(" (pinned)")
        if isPinned { author = String(author.dropLast(9)) }
        guard !author.isEmpty, author.utf8.count <= 200 else { return nil }
        var message = DiscordPlainMessage(author: author)
        message.isPinned = isPinned
        return (stamp, message)
    }

    private mutating func add(_ line: String, _ isBlank: Bool) {
        guard let last = found.indices.last else {
            if !isBlank, !Self.isRule(line), line.place(of: ": ") == nil { stray += 1 }
            return
        }
        if let next = Part(rawValue: line), next != .content {
            part = next
            if next == .embed { found[last].message.embeds.append([]) }
            if next == .forwarded { found[last].message.isForwarded = true }
            return
        }
        switch part {
        case .content:
            // The text after the last rule is the message count.
            if Self.isRule(line) { return part = .reactions }
            found[last].message.content += line + "\n"
        case .forwarded:
            if !line.hasPrefix("Originally sent: ") { found[last].message.content += line + "\n" }
        case _ where isBlank || Self.isRule(line) || line.hasPrefix("Exported "): return
        case .attachments: found[last].message.attachments.append(line)
        case .stickers: found[last].message.stickers.append(line)
        case .embed:
            let embed = found[last].message.embeds.count - 1
            found[last].message.embeds[embed].append(line)
        case .reactions: found[last].message.reactions += Self.reactions(line)
        }
    }

    /// Splits `👍 (2) ❤ :party: (3)`: each emoji, with a number in parentheses if there are several.
    private static func reactions(_ line: String) -> [String] {
        var reactions: [String] = []
        for word in line.split(separator: " ") {
            if word.hasPrefix("("), word.hasSuffix(")"), let last = reactions.indices.last {
                reactions[last] += " " + word
            } else {
                reactions.append(String(word))
            }
        }
        return reactions
    }
}

extension ConversationBuilder {
    fileprivate mutating func begin(_ heading: DiscordText.Heading?) {
        guard let heading else { return }
        let isDirect = heading.guild.hasPrefix("Direct Message")
        let name = CleanText.line(heading.channel)
        conversation.title = isDirect ? name : "#" + name
        conversation.subtitle = isDirect ? nil : CleanText.line(heading.topic ?? heading.guild)
        conversation.kind = isDirect ? .direct : .group
        isKindKnown = true
    }
}

/// A message of DiscordChatExporter's plain text or CSV, which contain the same strings.
struct DiscordPlainMessage {
    /// The name with the account's discriminator, if any: `ana`, `ana#1234`.
    var author: String
    /// The account's ID; plain text has none.
    var authorID: String?
    var at: Moment?
    var isPinned = false
    /// Discord's Markdown, or the sentence of a system message.
    var content = ""
    /// Web addresses, or paths of files that the exporter downloaded.
    var attachments: [String] = []
    var stickers: [String] = []
    /// The text lines of each embed.
    var embeds: [[String]] = []
    /// The reactions, such as `👍 (2)`.
    var reactions: [String] = []
    var isForwarded = false

    func record(_ phrases: AppPhrases) -> Record {
        let parts = author.split(separator: "#")
        let isNumbered = parts.count == 2 && parts[1].utf8.count == 4 && Int(parts[1]) != nil
        let name = CleanText.line(isNumbered ? String(parts[0]) : author)
        var record = Record(
            at: at,
            from: Record.Person(
                key: authorID ?? author, name: name, handle: isNumbered ? author : "@" + name))
        if let action = Self.action(content, phrases) {
            let first = content.prefix(1).lowercased()
            record.becomeNotice(
                action, by: [name], text: "\(name) \(first)\(content.dropFirst())")
            return record
        }
        record.message.details.isPinned = isPinned
        if let call = Self.call(content) {
            record.becomeCall(call)
        } else {
            record.message.body = TextFormat.discord.blocks(CleanText.clean(content))
        }
        if isForwarded { record.message.details.forwarded = Forwarded() }
        record.files = attachments.map { Self.file($0) } + stickers.map { Self.file($0, .sticker) }
        for lines in embeds.prefix(20) { embed(lines, &record.message) }
        record.message.details.reactions = reactions.prefix(100).compactMap(Self.reaction)
        return record
    }

    // MARK: System messages

    /// The exporter always writes English sentences.
    private static func action(_ text: String, _ phrases: AppPhrases) -> SystemAction? {
        if let known = phrases.notices.first(where: { $0.says == text }) { return known.event }
        guard text.utf8.count <= 200, !text.utf8.contains(0x0A) else { return nil }
        if text.hasPrefix("Changed the channel name: ") { return .titleChanged }
        if text.hasPrefix("Added "), text.hasSuffix(" to the group.") { return .memberAdded }
        if text.hasPrefix("Removed "), text.hasSuffix(" from the group.") { return .memberRemoved }
        return nil
    }

    /// Parses `Started a call that lasted 12 minutes.`
    private static func call(_ text: String) -> Call? {
        let (opening, ending) = ("Started a call that lasted ", " minutes.")
        guard text.utf8.count <= 60, text.hasPrefix(opening), text.hasSuffix(ending),
            let minutes = Int(
                text.dropFirst(opening.count).dropLast(ending.count).filter { $0 != "," }),
            (0...1_000_000).contains(minutes)
        else { return nil }
        return Call(
            isVideo: false, outcome: .answered,
            duration: minutes > 0 ? Double(minutes) * 60 : nil)
    }

    // MARK: Parts

    static func file(_ path: String, _ kind: Attachment.Kind? = nil) -> RecordFile {
        let isRemote = path.holds("://")
        let plain = isRemote ? path.prefix { $0 != "?" && $0 != "#" } : path[...]
        let name = Path.lastName(Path.percentDecoded(String(plain)))
        return RecordFile(
            name == "voice-message.ogg" ? .voice : kind ?? FileKind.kind(name: name), named: name,
            at: isRemote ? .missing(RecordFile.absent) : .beside(Path.percentDecoded(path)))
    }

    /// Adds an embed: its author, address, title and description, as far as present.
    private func embed(_ lines: [String], _ message: inout Message) {
        let place = lines.firstIndex { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
        guard let place, place < 2, message.details.link == nil, let url = Link.url(lines[place])
        else {
            if !lines.isEmpty {
                message.body.append(.quote(Body.plain(lines.joined(separator: "\n"))))
            }
            return
        }
        var link = LinkPreview(url: url)
        if place > 0 { link.site = CleanText.line(lines[0]) }
        let rest = lines[(place + 1)...]
        link.title = rest.first.map(CleanText.line)
        let summary = rest.dropFirst().filter { !$0.hasPrefix("http") }.joined(separator: "\n")
        link.summary = summary.isEmpty ? nil : CleanText.clean(summary)
        message.details.link = link
    }

    /// Parses `👍 (2)`, or `👍` for a single reaction.
    private static func reaction(_ text: String) -> Reaction? {
        var emoji = text.trimmingBlanks()
        var count = 1
        if emoji.hasSuffix(")"), let open = emoji.lastIndex(of: "("),
            let number = Int(emoji[emoji.index(after: open)...].dropLast())
        {
            count = min(max(number, 1), 1_000_000_000)
            emoji = emoji[..<open].trimmingBlanks()
        }
        return emoji.isEmpty ? nil : Reaction(emoji: CleanText.line(emoji), count: count)
    }
}
