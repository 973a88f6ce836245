import Basics
import Model

/// Files, unfurled links and bot attachments.
struct SlackFiles {
    let directory: SlackDirectory
    let file: String

    func fill(_ record: inout Record, _ source: JSONValue, _ context: inout RecordContext) {
        let files = source.list("files") + [source["file"]].compactMap(\.self)
        record.files = files.filter { $0.kind == .object }.map { file($0, context.files) }
        for item in source.list("attachments").prefix(50) {
            unfurl(item, &record.message, &context)
            record.files += item.list("files").filter { $0.kind == .object }
                .map { file($0, context.files) }
            // The picture of a card. That of a page is part of its preview.
            if item.text("from_url") == nil, let url = item.text("image_url") {
                record.files.append(RecordFile(.image, named: Path.lastName(url)))
            }
        }
    }

    private func file(_ item: JSONValue, _ files: FileIndex) -> RecordFile {
        let name = item.text("name") ?? item.text("title")
        var attachment = Attachment(
            kind: FileKind.kind(name: name, mime: item.text("mimetype")))
        if item.text("subtype") == "slack_audio" { attachment.kind = .voice }
        attachment.name = name.map(CleanText.line)
        attachment.size = item.count("size")
        attachment.width = item.length("original_w")
        attachment.height = item.length("original_h")
        attachment.duration = item.span("duration_ms").map { $0 / 1000 }
        attachment.alt = item.text("alt_txt").map(CleanText.line)
        if let title = item.text("title"), title != name {
            attachment.title = CleanText.line(title)
        }
        switch item.text("mode") {
        case "tombstone": return RecordFile(attachment, at: .missing("deleted"))
        case "hidden_by_limit":
            return RecordFile(attachment, at: .missing("hidden by the plan's limit"))
        default: return RecordFile(attachment, at: place(item, name, files))
        }
    }

    /// The export itself has only addresses, but tools store the files beside it under various
    /// names.
    private func place(_ item: JSONValue, _ name: String?, _ files: FileIndex) -> RecordFile.Place {
        let id = item.text("id") ?? ""
        guard let name else { return .missing(RecordFile.absent) }
        let places = [
            "__uploads/\(id)/\(name)", "\(Path.folder(file))attachments/\(id)-\(name)",
            "\(id)-\(name)",
        ]
        let found = places.lazy.compactMap { files.resolve($0) }.first
        return found.map { .path($0) } ?? .missing(RecordFile.absent)
    }

    /// Adds an attachment: the first unfurled page becomes the link preview, and bot attachments
    /// become quotes.
    private func unfurl(
        _ item: JSONValue, _ message: inout Message, _ context: inout RecordContext
    ) {
        let text = SlackText(directory: directory)
        let isShared = item.flag("is_share") || item.flag("is_msg_unfurl")
        if !isShared, let url = item.text("from_url") ?? item.text("original_url"),
            message.details.link == nil, let safe = Link.url(url)
        {
            let summary = item.text("text").map(text.blocks) ?? []
            message.details.link = LinkPreview(
                url: safe, title: item.text("title"),
                summary: summary.isEmpty
                    ? nil : summary.map(\.plainText).joined(separator: "\n"),
                site: item.text("service_name"))
            return
        }
        if let pretext = item.text("pretext") { message.body += text.blocks(pretext) }
        let fields = item.list("fields").prefix(20)
        let blocks = SlackBlocks(text: text).blocks(of: item, &context)
        let isEmpty =
            blocks.isEmpty && fields.isEmpty && item.first("author_name", "title", "text") == nil
        let actions = item.list("actions").compactMap { $0.text("text") }.map { "[\($0)]" }
        message.body += Body.card(
            author: item.text("author_name"), title: item.text("title"),
            address: item.text("title_link"),
            text.blocks(item.text(isEmpty ? "fallback" : "text") ?? "") + blocks
                + Body.plain(actions.joined(separator: " ")),
            fields: fields.map { (name: $0.text("title"), value: $0.text("value")) },
            footer: item.text("footer"), reading: text.blocks)
    }
}

/// The pictures of custom emoji. Slack's export has none. Tools that download them store files such
/// as `emojis/parrot.png`, and Slack's API response as an index.
struct SlackPictures {
    /// The path of the index, which must not be read as a channel's day.
    private(set) var index: String?
    /// The picture file of each emoji, by name.
    private var files: [String: String] = [:]

    init(root: String, in sources: ExportFiles) {
        var folders: Set<String> = [root]
        for name in sources.names where name.hasPrefix(root) {
            let folder = Path.folder(name).dropLast()
            guard Self.folderNames.contains(Path.lastName(String(folder))),
                Self.pictureExtensions.contains(Path.fileExtension(name))
            else { continue }
            folders.insert(Path.folder(String(folder)))
            let emoji = Path.stem(name)
            if files[emoji] == nil { files[emoji] = name }
        }
        guard !files.isEmpty else { return }
        index = sources.names.first { name in
            folders.contains(Path.folder(name)) && Self.indexNames.contains(Path.lastName(name))
        }
    }

    private static let folderNames: Set<String> = ["emojis", "emoji"]
    private static let indexNames: Set<String> = ["index.json", "emoji.json", "emojis.json"]
    private static let pictureExtensions: Set<String> = ["png", "gif", "jpg", "jpeg", "webp"]

    /// Stores the pictures of the emoji in the chat. A workspace has thousands of others.
    func fill(
        _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard builder.readsMedia, !files.isEmpty else { return }
        let names = builder.conversation.emojiNames
        let isAnyUnknown = names.contains { files[$0] == nil }
        let aliases = isAnyUnknown ? try aliases(&builder) : [:]
        for name in names {
            guard let file = files[name] ?? aliases[name].flatMap({ files[$0] }),
                let media = try builder.picture(file)
            else { continue }
            builder.conversation.emoji.append(CustomEmoji(name: name, media: media))
        }
    }

    /// An unreadable index does not affect the rest of the chat.
    private func aliases(_ builder: inout ConversationBuilder) throws(ImportError) -> [String:
        String]
    {
        guard let index else { return [:] }
        let document = try builder.sources.json(index)
        var aliases: [String: String] = [:]
        do throws(ImportError) {
            try document.visit([]) { reader throws(ImportError) in
                try Self.readAliases(&reader, into: &aliases)
            }
        } catch {
            builder.warn(
                .importing, "\(index) is not a list of emoji; aliases of emoji are unknown")
        }
        return aliases
    }

    /// Reads `{"shipit": "alias:squirrel"}` or `{"shipit": {"alias_for": "squirrel"}}`, either
    /// directly or as the `emoji` member of an API response.
    private static func readAliases(
        _ reader: inout DocumentReader, into aliases: inout [String: String], isInner: Bool = false
    ) throws(ImportError) {
        try reader.members { name, reader throws(ImportError) in
            if name == "emoji", !isInner, try reader.peek() == .object {
                return try readAliases(&reader, into: &aliases, isInner: true)
            }
            let value = try reader.value()
            if let text = value.string, text.hasPrefix("alias:") {
                aliases[name] = String(text.dropFirst("alias:".count))
            } else if let other = value.text("alias_for") {
                aliases[name] = other
            }
        }
    }
}
