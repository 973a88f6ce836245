import Basics
import Model

/// Snapchat's "My Data": `chat_history.json`, with `snap_history.json` and media in the same
/// folder.
enum Snapchat {
    static let importer = Importer(
        name: "snapchat", title: "Snapchat",
        summary: "chat_history.json of Snapchat's My Data, alone or in its ZIP with media",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        var claim = probe.claims { $0.has("snapchat") }
        // Sorts the chat history before the snap history, whose pictures no longer exist.
        claim?.files.sort { Path.lastName($0) < Path.lastName($1) }
        return claim
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let driver = RecordDriver(SnapchatChat(files: builder.sources.names), builder)
        var chats = AlternatingChats(builder, counting: driver)
        // The title of each chat in the first file that has the chat.
        var titles: [String: (file: String, title: String?)] = [:]
        var documents: [String: JSONDocument] = [:]
        for file in claim.files {
            let document = try builder.sources.json(file)
            documents[file] = document
            try document.forEachMember { key, reader throws(ImportError) in
                chats.endRun()
                try reader.entries { record, place throws(ImportError) in
                    if titles[key]?.file ?? file == file, titles[key]?.title == nil {
                        titles[key] = (file, record.text("Conversation Title"))
                    }
                    try chats.see(
                        place, of: file, in: key
                    ) { driver, builder throws(ImportError) in
                        try driver.add(record, &builder)
                    }
                }
            }
        }
        let names = chats.ids.map { ChatName(id: $0, name: titles[$0]?.title ?? $0) }
        try chats.choose(names, &builder) { index, runs, builder throws(ImportError) in
            var driver = driver
            builder.conversation.service = .snapchat
            builder.conversation.title = CleanText.line(names[index].name)
            // Only groups have a name that differs from the ID.
            builder.conversation.kind = names[index].name == names[index].id ? .direct : .group
            builder.needsSorting = true
            // Messages are newest first.
            for run in runs.reversed() {
                let records = try documents[run.file]?.entries(in: run.range) ?? []
                try driver.read(records.reversed(), &builder)
            }
        }
    }
}

private struct SnapchatChat: RecordReader {
    /// The export's media by the IDs in their names.
    private var files: [String: String] = [:]

    init(files names: [String]) {
        for name in names {
            // A media file, such as `2019-02-12_b~AbC.jpg`.
            let stem = Path.stem(name)
            guard let place = stem.place(of: "_") else { continue }
            files[String(stem[place.upperBound...])] = name
        }
    }

    private static let kinds: [String: Attachment.Kind] = [
        "IMAGE": .image, "VIDEO": .video, "MEDIA": .image, "STICKER": .sticker, "NOTE": .voice,
        "SHARE": .card, "SHARESAVEDSTORY": .card,
    ]

    func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        guard source.kind == .object else { return nil }
        // The value is in milliseconds, despite its name.
        let created = context.moment(utc: source.text("Created"))
        let name = source.text("From") ?? "Unknown"
        var record = Record(
            at: source.milliseconds("Created(microseconds)") ?? created,
            from: Record.Person(key: name, isMe: source.flag("IsSender")))
        record.message.details.isStarred = source.flag("IsSaved")
        let type = source.text("Media Type") ?? "TEXT"
        let content = source.text("Content") ?? ""
        let ids = (source.text("Media IDs") ?? "").split(separator: "|").map {
            String($0).trimmingBlanks()
        }
        guard !type.hasPrefix("STATUS") else {
            if let call = Self.call(type) {
                record.becomeCall(call)
            } else {
                let action = Self.action(type)
                let words = content.isEmpty ? Self.words(type) : content
                record.becomeNotice(action, by: [name], text: action == .notice ? words : nil)
            }
            return record
        }
        if type == "LOCATION" {
            record.message.details.location = Location(name: content.nonEmpty)
        } else {
            record.message.body = Body.plain(content)
        }
        for id in ids where !id.isEmpty {
            var file = RecordFile(Self.kinds[type] ?? .file)
            if let name = files[id] {
                if type == "MEDIA" { file.attachment.kind = FileKind.kind(name: name) }
                file.place = .path(name)
            }
            record.files.append(file)
        }
        if record.isEmpty, let kind = Self.kinds[type] {
            record.files = [RecordFile(kind)]
            if kind == .card { record.files[0].attachment.title = Self.words(type) }
        }
        return record
    }

    private static func action(_ type: String) -> SystemAction {
        switch type {
        case "STATUSPARTICIPANTREMOVED": .memberRemoved
        case "STATUSCONVERSATIONCAPTURESCREENSHOT": .screenshot
        default: .notice
        }
    }

    /// Parses `STATUSCALLMISSEDAUDIO` or `STATUSCALLMISSEDVIDEO`.
    private static func call(_ type: String) -> Call? {
        guard type.hasPrefix("STATUSCALLMISSED") else { return nil }
        return Call(isVideo: type.hasSuffix("VIDEO"), outcome: .missed)
    }

    /// Returns the sentence for a status without text. An unknown status is shown verbatim.
    private static func words(_ type: String) -> String {
        let known = [
            "STATUSERASEDMESSAGE": "A message was deleted",
            "STATUSERASEDSNAPMESSAGE": "A snap was deleted",
            "STATUSSAVETOCAMERAROLL": "Saved to the camera roll",
            "STATUSCONVERSATIONCAPTURERECORD": "The screen was recorded",
            "SHARE": "Shared", "SHARESAVEDSTORY": "Shared a story",
        ]
        return known[type] ?? type.lowercased()
    }
}
