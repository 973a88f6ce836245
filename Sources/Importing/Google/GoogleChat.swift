import Basics
import Model

/// Google Chat's part of a Takeout: `messages.json` of a group, with `group_info.json` and files in
/// the same folder.
enum GoogleChat {
    static let importer = Importer(
        name: "googlechat", title: "Google Chat",
        summary: "messages.json of Google Chat's Takeout, one chat or all of it with their folders",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let isChat = probe.files.contains {
            $0.holdsObject { _, shape in
                shape.has("messages[].creator")
                    && (shape.has("messages[].created_date") || shape.has("messages[].topic_id"))
            }
        }
        guard isChat else { return nil }
        let files = probe.names.filter { Path.lastName($0) == "messages.json" }
        return Claim(.certain, probe.isArchive ? files : Array(probe.names.prefix(1)))
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        let owner = try owner(&sources)
        var groups: [(info: JSONValue, name: ChatName)] = []
        for file in claim.files {
            let info = try sources.smallTree(Path.folder(file) + "group_info.json")
            groups.append((info, ChatName(id: file, name: name(info, file, owner))))
        }
        try builder.choose(groups.map(\.name)) { index, builder throws(ImportError) in
            let file = claim.files[index]
            let chat = GoogleChatGroup(info: groups[index].info, owner: owner)
            chat.begin(title: groups[index].name.name, &builder)
            var driver = RecordDriver(chat, builder, sources)
            try driver.read(try sources.json(file), at: ["messages"], &builder, &sources)
            driver.end(&builder)
        }
    }

    /// Returns the owner of the Takeout, with email address and name.
    private static func owner(_ sources: inout ExportFiles) throws(ImportError) -> JSONValue? {
        let file = sources.names.first { Path.lastName($0) == "user_info.json" }
        guard let file else { return nil }
        return try sources.smallTree(file)["user"]
    }

    private static func name(_ info: JSONValue, _ file: String, _ owner: JSONValue?) -> String {
        if let name = info.text("name") { return name }
        let others = info.list("members").filter { member in
            owner == nil || member.text("email") != owner?.text("email")
        }
        let names = others.prefix(5).compactMap { $0.text("name") ?? $0.text("email") }
        if !names.isEmpty { return names.joined(separator: ", ") }
        let folder = Path.folder(file).dropLast()
        return folder.isEmpty ? "Google Chat" : Path.lastName(String(folder))
    }
}
