import Basics
import Model

/// Element's export of a Matrix room: HTML pages, JSON or plain text.
enum Matrix {
    static let importer = Importer(
        name: "matrix", title: "Matrix",
        summary: "Element's export of a room as HTML, JSON or plain text, alone or with its files",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let rooms = probe.claims {
            $0.holdsObject { _, shape in
                shape.has("messages[].origin_server_ts") || shape.has("room_creator", "messages")
            }
        }
        guard var rooms else {
            return MatrixPage.claim(probe)
                ?? probe.claims { $0.shape == nil && MatrixText.isOne($0) }
        }
        rooms.others = probe.files.count(where: MatrixPage.isOne)
        return rooms
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let first = claim.files.first else { return }
        builder.conversation.service = .matrix
        let head = sources.head(of: first)
        guard JSONShape(head) != nil else {
            if head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") {
                return try MatrixPage.read(claim.files, &sources, &builder)
            }
            return try builder.chooseFile(claim.files) { file, builder throws(ImportError) in
                try MatrixText(try sources.decoded(file)).fill(&builder)
            }
        }
        var rooms: [JSONValue] = []
        var names: [ChatName] = []
        for file in claim.files {
            let facts = try sources.json(file).facts(without: ["messages"])
            rooms.append(facts)
            names.append(ChatName(id: file, name: facts.text("room_name") ?? Path.stem(file)))
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let facts = rooms[index]
            let document = try sources.json(claim.files[index])
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
}
