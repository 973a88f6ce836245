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
        let path = shape?.isArray == true ? [] : ["messages"]
        var directory = ZulipDirectory()
        if isExport {
            let realm = Path.folder(first) + "realm.json"
            if sources.resolve(realm) == realm { try directory.read(try sources.json(realm)) }
        }
        var messages = AlternatingChats(
            builder,
            counting: RecordDriver(
                ZulipChat(directory: ZulipDirectory()), document: first, builder, sources))
        var document = try sources.json(first)
        for file in claim.files {
            if file != first { document = try sources.json(file) }
            func see(_ record: JSONValue, _ place: Range<Int>) throws(ImportError) {
                directory.note(record)
                try messages.see(
                    place, of: file, in: directory.chat(of: record)
                ) { driver, builder throws(ImportError) in
                    try driver.add(record, &builder, &sources)
                }
            }
            guard isExport else {
                try document.forEachEntry(at: path, see)
                continue
            }
            try document.forEachEntry(
                ofMembers: ["zerver_message", "zerver_reaction"]
            ) { kind, record, place throws(ImportError) in
                guard kind == "zerver_message" else {
                    FieldLog.current?.saw(record)
                    return directory.add(reaction: record)
                }
                try see(record, place)
            }
        }
        let chats = directory.chats
        try messages.choose(
            chats.map(\.name), &builder
        ) { index, runs, builder throws(ImportError) in
            let chat = chats[index]
            builder.begin(
                title: chat.name.name, subtitle: chat.description, isGroup: chat.isGroup)
            builder.needsSorting = true
            var driver = RecordDriver(
                ZulipChat(directory: directory), document: first, builder, sources)
            for run in runs {
                if run.file != document.file { document = try sources.json(run.file) }
                try driver.read(try document.entries(in: run.range), &builder, &sources)
            }
        }
    }
}
