import Basics
import Model

/// Element's export of a Matrix room: HTML pages, JSON or plain text.
enum Matrix {
    static let importer = Importer(
        name: "matrix", title: "Matrix",
        summary: "Element's export of a room as HTML, JSON or plain text, alone or with its files",
        recognize: recognize, read: read)

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

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        builder.conversation.service = .matrix
        let head = sources.head(of: file)
        guard JSONShape(head) != nil else {
            if head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
                return try MatrixPage.read(claim.files, &sources, &builder)
            }
            return try MatrixText(try sources.decoded(file)).fill(&builder)
        }
        let document = try sources.json(file)
        guard let facts = try document.members(without: ["messages"]) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        builder.begin(
            title: facts.text("room_name"), subtitle: facts.text("topic"), isGroup: nil)
        builder.needsSorting = true
        var driver = RecordDriver(MatrixRoom(), builder, sources)
        try driver.look(at: document, ["messages"])
        try driver.read(document, at: ["messages"], &builder, &sources)
        if let exporter = facts.text("exported_by") {
            let people = builder.conversation.participants
            // Without an event of membership, a person is known by a part of the ID.
            let me =
                builder.known(exporter) ?? people.firstIndex { $0.name == exporter }
                ?? people.firstIndex { $0.name == exporter.lowercased() }
            if let me { builder.setMe(me) }
        }
        driver.end(&builder)
    }
}
