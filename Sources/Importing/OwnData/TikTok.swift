import Basics
import Model

/// TikTok's data download: `user_data_tiktok.json` with all chats of an account.
struct TikTok: RecordReader {
    static let importer = Importer(
        name: "tiktok", title: "TikTok",
        summary: "user_data_tiktok.json of TikTok's data download, alone or in its ZIP",
        reading: .one, read: read)

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let document = try builder.sources.json(file)
        let driver = RecordDriver(TikTok(), builder)
        var chats = AlternatingChats(builder, counting: driver)
        try document.forEachMember(at: ["Direct Message"]) { kind, reader throws(ImportError) in
            guard ["Direct Messages", "Chat History"].contains(kind) else {
                return try reader.skip()
            }
            try reader.visit(["ChatHistory"]) { reader throws(ImportError) in
                try reader.members { key, reader throws(ImportError) in
                    chats.endRun()
                    try reader.entries { record, place throws(ImportError) in
                        try chats.see(
                            place, of: file, in: key
                        ) { driver, builder throws(ImportError) in
                            try driver.add(record, &builder)
                        }
                    }
                }
            }
        }
        let names = chats.ids.map { ChatName(id: $0, name: name(of: $0)) }
        try chats.choose(names, &builder) { index, runs, builder throws(ImportError) in
            var driver = driver
            builder.conversation.title = CleanText.line(names[index].name)
            builder.needsSorting = true
            // Messages are newest first.
            for run in runs.reversed() {
                let records = try document.entries(in: run.range)
                try driver.read(records.reversed(), &builder)
            }
            if builder.senders.count == 2 { builder.suggestMe(otherThan: names[index].name) }
        }
    }

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        var record = Record(
            at: context.moment(utc: source.text("Date")),
            from: Record.Person(key: source.text("From") ?? "Unknown"))
        record.message.body = Body.plain(source.text("Content") ?? "")
        return record
    }

    /// Returns the name in `Chat History with ben.ito:`.
    private static func name(of key: String) -> String {
        let opening = "Chat History with "
        guard key.hasPrefix(opening) else { return key }
        let rest = key.dropFirst(opening.count)
        let name = (rest.hasSuffix(":") ? rest.dropLast() : rest).trimmingBlanks()
        // A deleted account has no name.
        return name.isEmpty ? "Unknown" : name
    }
}
