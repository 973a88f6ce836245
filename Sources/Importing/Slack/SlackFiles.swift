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
