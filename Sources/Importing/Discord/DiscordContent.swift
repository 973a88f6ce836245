import Basics
import Model

/// The text and attachments of a Discord message. A forwarded message's content replaces the
/// message's own.
struct DiscordContent {
    let source: JSONValue
    let file: String

    func fill(
        _ message: inout Message, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        message.body = text(source)
        try carry(source, &message, &builder, &sources)
        guard let forwarded = source["forwardedMessage"], forwarded.kind == .object else { return }
        message.body += text(forwarded)
        try carry(forwarded, &message, &builder, &sources)
    }

    private func text(_ source: JSONValue) -> [TextBlock] {
        guard let content = source.text("content") else { return [] }
        return TextFormat.discord.blocks(CleanText.clean(named(content)))
    }

    /// Replaces the IDs in raw content by the names that `mentions` lists.
    private func named(_ content: String) -> String {
        guard content.holds("<@") else { return content }
        var content = content
        for person in self.source.list("mentions").prefix(50) {
            guard let id = person.identifier("id") else { continue }
            let name = "@" + (person.text("nickname") ?? person.text("name") ?? id)
            content = content.replacing("<@\(id)>", with: name)
                .replacing("<@!\(id)>", with: name)
        }
        return content
    }

    private func carry(
        _ source: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for item in source.list("attachments") {
            let name = item.text("fileName") ?? ""
            var attachment = Attachment(kind: FileKind.kind(name: name))
            if name == "voice-message.ogg" { attachment.kind = .voice }
            attachment.name = CleanText.line(name)
            attachment.size = item.count("fileSizeBytes")
            try attach(item.text("url"), &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
        for item in source.list("stickers") {
            var attachment = Attachment(kind: .sticker)
            attachment.name = item.text("name").map(CleanText.line)
            try attach(item.text("sourceUrl"), &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
        for embed in source.list("embeds").prefix(20) {
            try self.embed(embed, &message, &builder, &sources)
        }
    }

    /// Web addresses are never fetched; relative addresses are files that the exporter downloaded.
    private func attach(
        _ url: String?, _ attachment: inout Attachment, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let url, !url.holds("://") else {
            return builder.miss(&attachment, "not in the export")
        }
        try builder.attach(
            Path.percentDecoded(url), to: &attachment, from: &sources, document: file)
    }

    private func embed(
        _ embed: JSONValue, _ message: inout Message, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var shown = DiscordEmbed(
            author: embed["author"]?.text("name"), title: embed.text("title"),
            address: embed.text("url"),
            text: TextFormat.discord.blocks(CleanText.clean(embed.text("description") ?? "")),
            fields: embed.list("fields").map { (name: $0.text("name"), value: $0.text("value")) },
            footer: embed["footer"]?.text("text"))
        let picture = ["thumbnail", "image"].lazy.compactMap { embed[$0]?.text("url") }.first
        if shown.isWordless, let picture {
            return message.attachments.append(
                try builder.attachment(
                    of: DiscordPlainMessage.file(picture, .image), from: &sources, document: file))
        }
        shown.picture = try picture.flatMap { path throws(ImportError) in
            try builder.picture(Path.percentDecoded(path), from: &sources, document: file)
        }
        shown.add(to: &message)
    }
}
