import Basics
import Model

/// Attachments, stickers, contacts, polls and link previews as stored by Signal Desktop.
struct SigtopMedia {
    let source: JSONValue

    func fill(_ record: inout Record) {
        record.files = source.list("attachments").map(file)
        let count = source["hasAttachments"]?.int ?? 0
        // Newer databases store attachments in a table that is not part of the JSON.
        if record.files.isEmpty, count > 0 { record.files = [RecordFile(.file)] }
        if let sticker = source["sticker"], sticker.kind == .object {
            var file = RecordFile(.sticker, at: place(sticker["data"]?.text("path")))
            file.attachment.alt = sticker.text("emoji").map(CleanText.line)
            record.files.append(file)
        }
        record.message.details.contact = source.list("contact").first.map(contact)
        if let poll = source["poll"], poll.kind == .object {
            record.message.details.poll = self.poll(poll)
        }
        if let preview = source.list("preview").first, let url = preview.text("url") {
            record.message.details.link = LinkPreview(
                url: Link.url(url) ?? "", title: preview.text("title"),
                summary: preview.text("description"))
        }
    }

    private func file(_ item: JSONValue) -> RecordFile {
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
        let path = name ?? item.text("path")
        return RecordFile(
            attachment, at: item.flag("pending") ? .missing("not downloaded") : place(path))
    }

    /// Paths in Signal's storage are hashes, not readable names.
    private func place(_ path: String?) -> RecordFile.Place {
        path.map { .hashed($0) } ?? .missing(RecordFile.absent)
    }

    private func contact(_ card: JSONValue) -> Contact {
        func values(_ key: String) -> [String] {
            card.list(key).prefix(20).compactMap { $0.text("value") }
        }
        let name = card["name"]
        let parts = [name?.text("givenName"), name?.text("familyName")].compactMap(\.self)
        return Contact(
            name: name?.first("displayName", "nickname") ?? parts.joined(separator: " "),
            phones: values("number"), emails: values("email"))
    }

    private func poll(_ source: JSONValue) -> Poll {
        var poll = Poll(
            source.text("question") ?? "", isClosed: source["terminatedAt"]?.number != nil,
            options: source.list("options").prefix(100).map { option in
                Poll.Option(text: CleanText.line(option.string ?? option.text("text") ?? ""))
            })
        for vote in source.list("votes") {
            for index in vote.list("optionIndexes").prefix(100).compactMap({ $0.int })
            where poll.options.indices.contains(index) {
                poll.options[index].votes = (poll.options[index].votes ?? 0) + 1
            }
        }
        return poll
    }
}
