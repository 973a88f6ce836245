import Conversation
import JSON
import Markup

/// Zulip's export of an organization, the output of its server-side search export, and messages
/// from the API.
enum Zulip {
    static let importer = Importer(
        name: "zulip", title: "Zulip",
        summary: "an organization's export (messages-000001.json), or the API's messages",
        recognize: recognize, read: read)

    @Sendable
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
        return probe.claim { shape in
            let path = shape.isArray ? "[]." : "messages[]."
            return shape.has(path + "sender_full_name", path + "content", path + "timestamp")
        }
    }

    /// Returns whether a path is a message file: `messages-000001.json`.
    private static func isMessageFile(_ path: String) -> Bool {
        let name = Path.lastName(path)
        return name.hasPrefix("messages-") && name.hasSuffix(".json")
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
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
        let chosen = chats[try builder.choose(chats.map(\.name))]
        builder.conversation.title = CleanText.line(chosen.name.name)
        builder.conversation.subtitle = chosen.description.map(CleanText.line)
        builder.conversation.kind = chosen.isGroup ? .group : .direct
        builder.isKindKnown = true
        builder.needsSorting = true
        var chat = ZulipChat(directory: directory)
        for file in claim.files {
            let document = try sources.json(file)
            try document.forEach(at: path) { record, _ throws(ImportError) in
                guard directory.chat(of: record) == chosen.name.id else { return }
                try chat.add(record, file, &builder, &sources)
            }
        }
    }
}
