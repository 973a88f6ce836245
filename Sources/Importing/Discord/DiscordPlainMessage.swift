import Model

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

    var record: Record {
        let parts = author.split(separator: "#")
        let isNumbered = parts.count == 2 && parts[1].utf8.count == 4 && Int(parts[1]) != nil
        let name = CleanText.line(isNumbered ? String(parts[0]) : author)
        var record = Record(
            at: at,
            from: Record.Person(
                key: authorID ?? author, name: name, handle: isNumbered ? author : "@" + name))
        if let action = Self.action(content) {
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

    /// The sentences that the exporter writes for system messages, always in English.
    private static let notices: [String: SystemAction] = [
        "Pinned a message.": .pinned, "Joined the server.": .memberJoined,
        "Started a thread.": .threadCreated, "Left the group.": .memberLeft,
        "Added a recipient.": .memberAdded, "Removed a recipient.": .memberRemoved,
        "Changed the channel icon.": .photoChanged, "Changed the channel name.": .titleChanged,
    ]

    private static func action(_ text: String) -> SystemAction? {
        if let action = notices[text] { return action }
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
