import Basics
import Model

/// The pictures of Telegram's custom emoji, in texts and reactions. The export's `document_id` is
/// the path of a file. WebP files are drawn, animations (`.tgs`, `.webm`) are not.
struct TelegramEmoji {
    let file: String
    /// The pictures by path; nil for a path without a picture. Each file is read only once.
    private var pictures: [String: MediaIndex?] = [:]
    /// The paths that are in the conversation's list.
    private var listed: Set<String> = []

    init(file: String) { self.file = file }

    /// Returns the name of an emoji, or nil if the export has only the standard emoji for it.
    static func name(_ value: JSONValue) -> String? {
        guard let path = value.identifier("document_id"), !path.hasPrefix("(") else { return nil }
        return CleanText.line(path)
    }

    mutating func fill(
        _ message: inout Message, _ source: JSONValue, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for part in source.list("text_entities") + source.list("text")
        where part.text("type") == "custom_emoji" {
            guard let path = Self.name(part), !listed.contains(path),
                let media = try picture(path, &builder, &sources)
            else { continue }
            listed.insert(path)
            builder.conversation.emoji.append(CustomEmoji(name: path, media: media))
        }
        var reactions: [Reaction] = []
        for item in source.list("reactions").prefix(100) {
            guard var reaction = reaction(item) else { continue }
            if let path = Self.name(item) {
                reaction.picture = try picture(path, &builder, &sources)
            }
            reactions.append(reaction)
        }
        if !reactions.isEmpty { message.details.reactions = reactions }
    }

    private mutating func picture(
        _ path: String, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) -> MediaIndex? {
        if let known = pictures[path] { return known }
        let mayBe = FileKind.mayBePicture(.sticker, name: path)
        let found = mayBe ? try builder.picture(path, from: &sources, document: file) : nil
        pictures[path] = .some(found)
        return found
    }

    private func reaction(_ item: JSONValue) -> Reaction? {
        guard let count = item.tally("count"), count > 0 else { return nil }
        let isPaid = item.text("type") == "paid"
        var reaction = Reaction(
            emoji: CleanText.line(isPaid ? "⭐️" : item.text("emoji") ?? "❔"), count: count)
        reaction.by = item.list("recent").prefix(50).compactMap { $0.text("from") }
            .map(CleanText.line)
        return reaction
    }
}
