import Basics
import Model

/// Attachments, stickers, contacts, polls and link previews as stored by Signal Desktop.
struct SigtopMedia {
    let source: JSONValue
    let file: String

    func fill(
        _ message: inout Message, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let items = source.list("attachments")
        for item in items {
            message.attachments.append(try attachment(item, &builder, &sources))
        }
        let count = source["hasAttachments"]?.int ?? 0
        if items.isEmpty, count > 0 {
            // Newer databases store attachments in a table that is not part of the JSON.
            var attachment = Attachment(kind: .file)
            builder.miss(&attachment, "not in the export")
            message.attachments = [attachment]
        }
        if let sticker = source["sticker"], sticker.kind == .object {
            var attachment = Attachment(kind: .sticker)
            attachment.alt = sticker.text("emoji").map(CleanText.line)
            try attach(sticker["data"]?.text("path"), &attachment, &builder, &sources)
            message.attachments.append(attachment)
        }
        if let card = source.list("contact").first { message.details.contact = contact(card) }
        if let poll = source["poll"], poll.kind == .object {
            message.details.poll = self.poll(poll)
        }
        if let preview = source.list("preview").first, let url = preview.text("url") {
            var link = LinkPreview(url: Link.url(url) ?? "")
            link.title = preview.text("title").map(CleanText.line)
            link.summary = preview.text("description").map(CleanText.clean)
            message.details.link = link
        }
    }

    private func attachment(
        _ item: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) -> Attachment {
        let mime = item.text("contentType")
        let name = item.text("fileName")
        var attachment = Attachment(kind: FileKind.kind(name: name, mime: mime))
        // Signal's flag for voice notes.
        if let flags = item["flags"]?.int, flags & 1 == 1, attachment.kind == .audio {
            attachment.kind = .voice
        }
        attachment.name = name.map(CleanText.line)
        attachment.size = item.count("size")
        attachment.width = item.length("width")
        attachment.height = item.length("height")
        attachment.caption = item.text("caption").map(CleanText.clean)
        if item.flag("pending") {
            builder.miss(&attachment, "not downloaded")
        } else {
            try attach(name ?? item.text("path"), &attachment, &builder, &sources)
        }
        return attachment
    }

    private func attach(
        _ path: String?, _ attachment: inout Attachment, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let path else { return builder.miss(&attachment, "not in the export") }
        let name = attachment.name
        try builder.attach(path, to: &attachment, from: &sources, document: file)
        // Paths in Signal's storage are hashes, not readable names.
        attachment.name = name
    }

    private func contact(_ card: JSONValue) -> Contact {
        var contact = Contact()
        let name = card["name"]
        let parts = [name?.text("givenName"), name?.text("familyName")].compactMap(\.self)
        contact.name = CleanText.line(
            name?.text("displayName") ?? name?.text("nickname") ?? parts.joined(separator: " "))
        contact.phones = card.list("number").prefix(20).compactMap { $0.text("value") }
            .map(CleanText.line)
        contact.emails = card.list("email").prefix(20).compactMap { $0.text("value") }
            .map(CleanText.line)
        return contact
    }

    private func poll(_ source: JSONValue) -> Poll {
        var poll = Poll()
        poll.question = CleanText.clean(source.text("question") ?? "")
        poll.isClosed = source["terminatedAt"]?.number != nil
        let options = source.list("options").prefix(100)
        poll.options = options.map { option in
            Poll.Option(text: CleanText.line(option.string ?? option.text("text") ?? ""))
        }
        for vote in source.list("votes") {
            for index in vote.list("optionIndexes").prefix(100).compactMap({ $0.int })
            where poll.options.indices.contains(index) {
                poll.options[index].votes = (poll.options[index].votes ?? 0) + 1
            }
        }
        return poll
    }
}
