import Basics
import Model

/// Zulip's export of an organization, the output of its server-side search export, and messages
/// from the API.
enum Zulip {
    static let importer = Importer(
        name: "zulip", title: "Zulip",
        summary: "an organization's export (messages-000001.json), or the API's messages",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let export = probe.claim {
            $0.has("zerver_message[].sender", "zerver_message[].content")
        }
        if let claim = export {
            guard probe.isArchive else { return claim }
            let folder = Path.folder(claim.files[0])
            let files = probe.names.filter { Path.folder($0) == folder && isMessageFile($0) }
            return Claim(.certain, files.isEmpty ? claim.files : files.sorted())
        }
        return probe.claim {
            $0.hasRecords(in: "messages", with: "sender_full_name", "content", "timestamp")
        }
    }

    /// Returns whether a path is a message file: `messages-000001.json`.
    private static func isMessageFile(_ path: String) -> Bool {
        let name = Path.lastName(path)
        return name.hasPrefix("messages-") && name.hasSuffix(".json")
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let first = claim.files.first else { return }
        let shape = JSONShape(sources.head(of: first))
        let isExport = shape?.has(prefix: "zerver_message") ?? false
        let path = isExport ? ["zerver_message"] : shape?.isArray == true ? [] : ["messages"]
        var directory = ZulipDirectory()
        if isExport {
            let realm = Path.folder(first) + "realm.json"
            if sources.resolve(realm) == realm { try directory.read(try sources.json(realm)) }
        }
        for file in claim.files {
            let document = try sources.json(file)
            if isExport { try directory.readReactions(document) }
            try document.forEach(at: path) { record, _ throws(ImportError) in
                directory.note(record)
            }
        }
        let chats = directory.chats
        var open = try OpenChats(
            chats.map(\.name), builder
        ) { index, builder throws(ImportError) in
            let chat = chats[index]
            builder.begin(
                title: chat.name.name, subtitle: chat.description, isGroup: chat.isGroup)
            builder.needsSorting = true
            return RecordDriver(
                ZulipChat(directory: directory), document: first, builder, sources)
        }
        for file in claim.files {
            try sources.json(file).forEach(at: path) { record, _ throws(ImportError) in
                guard let id = directory.chat(of: record) else { return }
                try open.add(to: id) { driver, builder throws(ImportError) in
                    try driver.add(record, &builder, &sources)
                }
            }
        }
        try open.end(&builder)
    }
}
