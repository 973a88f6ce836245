import Conversation
import JSON
import Markup

/// Files, unfurled links and bot attachments.
struct SlackFiles {
    let directory: SlackDirectory
    let file: String

    func fill(
        _ message: inout Message, _ source: JSONValue, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let files = source.list("files") + [source["file"]].compactMap(\.self)
        for item in files where item.kind == .object {
            message.attachments.append(try attachment(item, &builder, &sources))
        }
        for item in source.list("attachments").prefix(50) { unfurl(item, &message) }
    }

    private func attachment(
        _ item: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) -> Attachment {
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
        case "tombstone": builder.miss(&attachment, "deleted")
        case "hidden_by_limit": builder.miss(&attachment, "hidden by the plan's limit")
        default: try find(item, name, &attachment, &builder, &sources)
        }
        return attachment
    }

    /// Finds a file. The export itself has only addresses, but tools store the files beside it
    /// under various names.
    private func find(
        _ item: JSONValue, _ name: String?, _ attachment: inout Attachment,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let id = item.text("id") ?? ""
        let last = name ?? ""
        let folder = Path.folder(file)
        let places = [
            "__uploads/\(id)/\(last)", "\(folder)attachments/\(id)-\(last)", "\(id)-\(last)",
        ]
        for place in places {
            guard let found = sources.resolve(place), !last.isEmpty else { continue }
            let shown = attachment.name
            try builder.attach(found, to: &attachment, from: &sources)
            attachment.name = shown
            return
        }
        builder.miss(&attachment, "not in the export")
    }

    /// Adds an attachment: the first unfurled page becomes the link preview, and bot attachments
    /// become quotes.
    private func unfurl(_ item: JSONValue, _ message: inout Message) {
        let text = SlackText(directory: directory)
        if let url = item.text("from_url") ?? item.text("original_url"),
            message.details.link == nil, let safe = Link.url(url)
        {
            var link = LinkPreview(url: safe)
            link.title = item.text("title").map(CleanText.line)
            link.summary = item.text("text").map(CleanText.clean)
            link.site = item.text("service_name").map(CleanText.line)
            message.details.link = link
            return
        }
        if let pretext = item.text("pretext") { message.body += text.blocks(pretext) }
        var inner: [TextBlock] = []
        if let author = item.text("author_name") { inner += Body.plain(author) }
        if let title = item.text("title") {
            var bodyBuilder = Body.Builder()
            let link = item.text("title_link").flatMap(Link.mark)
            bodyBuilder.append(title, [.entity(.bold)] + [link].compactMap(\.self))
            inner += bodyBuilder.blocks
        }
        inner += text.blocks(item.text("text") ?? "")
        for field in item.list("fields").prefix(20) {
            var bodyBuilder = Body.Builder()
            if let title = field.text("title") { bodyBuilder.append(title + ": ", .entity(.bold)) }
            bodyBuilder.append(field.text("value") ?? "")
            inner += bodyBuilder.blocks
        }
        if inner.isEmpty, let fallback = item.text("fallback") { inner = text.blocks(fallback) }
        if let footer = item.text("footer") { inner += Body.plain(footer) }
        if !inner.isEmpty { message.body.append(.quote(inner)) }
    }
}
