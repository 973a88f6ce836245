import Basics
import Model

/// TikTok's data download: `user_data_tiktok.json` with all chats of an account.
struct TikTok: RecordReader {
    static let importer = Importer(
        name: "tiktok", title: "TikTok",
        summary: "user_data_tiktok.json of TikTok's data download, alone or in its ZIP",
        recognize: {
            $0.claimObject { file, shape in
                shape.has("Direct Message.Direct Messages.ChatHistory")
                    || shape.has("Direct Message.Chat History.ChatHistory")
                    || shape.has("Direct Message") && file.contains("\"Chat History with ")
            }
        },
        read: read)

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let document = try sources.json(file)
        var chats: [(path: [String], key: String)] = []
        let paths = ["Direct Messages", "Chat History"].map { name in
            ["Direct Message", name, "ChatHistory"]
        }
        for path in paths {
            try document.forEachMember(at: path) { key, reader throws(JSONError) in
                var isEmpty = true
                try reader.elements { reader throws(JSONError) in
                    isEmpty = false
                    try reader.skip()
                }
                if !isEmpty { chats.append((path, key)) }
            }
        }
        let names = chats.map { ChatName(id: $0.key, name: name(of: $0.key)) }
        let chosen = try builder.chosen(names).map { chats[$0] }
        for path in paths where chosen.map({ $0.path == path }) ?? true {
            try document.forEachMember(at: path, where: { chosen == nil || $0 == chosen?.key }) {
                key, value throws(ImportError) in
                let records = value.array ?? []
                guard !records.isEmpty else { return }
                let name = name(of: key)
                try builder.read(ChatName(id: key, name: name)) { builder throws(ImportError) in
                    builder.conversation.title = CleanText.line(name)
                    builder.needsSorting = true
                    // Messages are newest first.
                    var driver = RecordDriver(TikTok(), builder, sources)
                    try driver.read(records.reversed(), &builder, &sources)
                    if builder.senders.count == 2 { builder.suggestMe(otherThan: name) }
                }
            }
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
