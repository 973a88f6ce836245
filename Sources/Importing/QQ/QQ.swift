import Basics
import Model

/// The text of QQ's message manager, and the JSON of qq-chat-exporter, whole or in parts.
enum QQ {
    static let importer = Importer(
        name: "qq", title: "QQ",
        summary:
            "the text of QQ's message manager, or JSON of qq-chat-exporter, whole or in parts",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        if let text = probe.claimOne({ $0.shape == nil && isText($0.head) }) { return text }
        guard let manifest = probe.files.first(where: { $0.holdsObject { isManifest($1) } }) else {
            return probe.claims { $0.holdsObject { isExport($1) || isPiece($1) } }
        }
        let folder = Path.folder(manifest.name)
        let pieces = probe.names.filter {
            $0.hasPrefix(folder) && Path.fileExtension($0) == "jsonl"
        }
        return Claim(.certain, [manifest.name] + pieces.sorted())
    }

    static func isText(_ head: [UInt8]) -> Bool {
        let start = TextFile.decode(Array(head.prefix(4096))).bytes
        let text = String(decoding: start, as: UTF8.self)
        return text.holds("消息记录（此消息记录为文本格式") || text.holds("消息对象:") && text.holds("消息分组:")
            || QQText.headers(in: start) > 1
    }

    private static func isExport(_ shape: JSONShape) -> Bool {
        shape.has("chatInfo", "messages[].sender")
            || shape.has("messages[].sender.uid", "messages[].content.elements")
    }

    private static func isManifest(_ shape: JSONShape) -> Bool {
        shape.has("chatInfo", "chunked")
            || shape.has("chatInfo", "metadata", "statistics")
                && !shape.has("messages")
    }

    private static func isPiece(_ shape: JSONShape) -> Bool {
        shape.has("sender.uid", "content.elements")
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        guard let shape = JSONShape(sources.head(of: file, count: Probe.thoroughLength)) else {
            return try QQText(try sources.decoded(file)).fill(&builder)
        }
        var driver = RecordDriver(
            QQMessages(hasFiles: sources.names.count > 1), builder, sources)
        if isPiece(shape) || isManifest(shape) {
            if isManifest(shape) {
                let document = try sources.json(file)
                driver.reader.begin(
                    try document.members(without: ["messages"])?["chatInfo"], &builder)
            }
            let pieces = claim.files.filter { Path.fileExtension($0) == "jsonl" || isPiece(shape) }
            for piece in pieces {
                try driver.read(try sources.jsonLines(piece), at: [], &builder, &sources)
            }
            return driver.end(&builder)
        }
        let empty = driver
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            var driver = empty
            let document = try sources.json(file)
            driver.reader.begin(
                try document.members(without: ["messages"])?["chatInfo"], &builder)
            try driver.read(document, at: ["messages"], &builder, &sources)
            driver.end(&builder)
        }
    }
}
