import Conversation
import JSON
import Markup
import Resources

/// Element's export of a Matrix room: HTML pages, JSON or plain text.
enum Matrix {
    static let importer = Importer(
        name: "matrix", title: "Matrix",
        summary: "Element's export of a room as HTML, JSON or plain text, alone or with its files",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let room = probe.files.first { file in
            guard let shape = file.shape, !shape.isArray else { return false }
            return shape.has("messages[].origin_server_ts") || shape.has("room_creator", "messages")
        }
        if let room { return Claim(.certain, [room.name]) }
        if let page = probe.files.first(where: MatrixPage.isOne) {
            let folder = Path.folder(page.name)
            let pages = probe.names.filter {
                Path.folder($0) == folder && MatrixPage.number(of: $0) != nil
            }
            let ordered = pages.sorted {
                MatrixPage.number(of: $0) ?? 0 < MatrixPage.number(of: $1) ?? 0
            }
            return Claim(.certain, probe.isArchive && !pages.isEmpty ? ordered : [page.name])
        }
        let text = probe.files.first { $0.shape == nil && MatrixText.isOne($0) }
        return text.map { Claim(.certain, [$0.name]) }
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        builder.conversation.service = .matrix
        let head = sources.head(of: file)
        guard JSONShape(head) != nil else {
            if head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
                return try MatrixPage.read(claim.files, &sources, &builder)
            }
            return try MatrixText(TextFile.decode(try sources.document(file)).bytes).fill(&builder)
        }
        let document = try sources.json(file)
        guard let facts = try document.members(without: ["messages"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        builder.conversation.title = facts.text("room_name").map(CleanText.line)
        builder.conversation.subtitle = facts.text("topic").map(CleanText.line)
        builder.needsSorting = true
        var room = MatrixRoom(file: file)
        try document.forEach(at: ["messages"]) { event, _ throws(ImportError) in
            room.look(at: event)
        }
        try document.forEach(at: ["messages"]) { event, _ throws(ImportError) in
            try room.add(event, &builder, &sources)
        }
        room.end(exporter: facts.text("exported_by"), &builder)
    }
}
