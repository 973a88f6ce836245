import Basics
import Model

/// The pictures of custom emoji. Slack's export has none. Tools that download them store files such
/// as `emojis/parrot.png`, and Slack's API response as an index.
struct SlackPictures {
    /// The path of the index, which must not be read as a channel's day.
    private(set) var index: String?
    /// The picture file of each emoji, by name.
    private var files: [String: String] = [:]

    init(root: String, in sources: borrowing ExportFiles) {
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
    func fill(_ builder: inout ConversationBuilder, _ sources: inout ExportFiles)
        throws(ImportError)
    {
        guard builder.readsMedia, !files.isEmpty else { return }
        let names = Self.names(in: builder.conversation)
        let isAnyUnknown = names.contains { files[$0] == nil }
        let aliases = isAnyUnknown ? try aliases(&builder, &sources) : [:]
        for name in names {
            guard let file = files[name] ?? aliases[name].flatMap({ files[$0] }),
                let media = try builder.picture(file, from: &sources)
            else { continue }
            builder.conversation.emoji.append(CustomEmoji(name: name, media: media))
        }
    }

    /// An unreadable index does not affect the rest of the chat.
    private func aliases(
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) -> [String: String] {
        guard let index else { return [:] }
        let document = try sources.json(index)
        var aliases: [String: String] = [:]
        do throws(ImportError) {
            try document.visit([]) { reader throws(JSONError) in
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
        _ reader: inout JSONReader, into aliases: inout [String: String], isInner: Bool = false
    ) throws(JSONError) {
        guard try reader.peek() == .object else { return try reader.skip() }
        try reader.beginObject()
        while let name = try reader.nextKey() {
            if name == "emoji", !isInner, try reader.peek() == .object {
                try readAliases(&reader, into: &aliases, isInner: true)
                continue
            }
            let value = try reader.value()
            if let text = value.string, text.hasPrefix("alias:") {
                aliases[name] = String(text.dropFirst("alias:".count))
            } else if let other = value.text("alias_for") {
                aliases[name] = other
            }
        }
    }

    /// Returns the names of custom emoji in order of appearance.
    private static func names(in conversation: Conversation) -> [String] {
        var seen: Set<String> = []
        var names: [String] = []
        func note(_ name: String) { if seen.insert(name).inserted { names.append(name) } }
        func note(_ rich: RichText) -> RichText {
            for entity in rich.entities {
                if case .customEmoji(let name) = entity.kind { note(name) }
            }
            return rich
        }
        for message in conversation.messages {
            for block in message.body { _ = block.mapTexts(rich: note, plain: { $0 }) }
            guard message.hasDetails else { continue }
            for reaction in message.details.reactions { note(reaction.emojiName) }
        }
        return names
    }
}
