import Conversation
import JSON
import Markup

/// Snapchat's "My Data": `chat_history.json`, with `snap_history.json` and media in the same
/// folder.
enum Snapchat {
    static let importer = Importer(
        name: "snapchat", title: "Snapchat",
        summary: "chat_history.json of Snapchat's My Data, alone or in its ZIP with media",
        recognize: recognize, read: read)

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { file in
            guard let shape = file.shape, !shape.isArray else { return false }
            return file.contains("\"Media Type\"") && file.contains("\"IsSender\"")
                && file.contains("\"Created\"")
        }
        // Sorts the chat history before the snap history, whose pictures no longer exist.
        let sorted = files.map(\.name).sorted { Path.lastName($0) < Path.lastName($1) }
        return sorted.isEmpty ? nil : Claim(.certain, sorted)
    }

    @Sendable
    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var documents: [JSONDocument] = []
        var names: [ChatName] = []
        var known: Set<String> = []
        for file in claim.files {
            let document = try sources.json(file)
            documents.append(document)
            try document.forEachMember { key, reader throws(JSONError) in
                let isKnown = known.contains(key)
                var isEmpty = true
                var title: String?
                try reader.elements { reader throws(JSONError) in
                    isEmpty = false
                    guard !isKnown, title == nil else { return try reader.skip() }
                    title = try reader.value().text("Conversation Title")
                }
                guard !isKnown, !isEmpty else { return }
                known.insert(key)
                names.append(ChatName(id: key, name: title ?? key))
            }
        }
        let chosen = names[try builder.choose(names)]
        builder.conversation.service = .snapchat
        builder.conversation.title = CleanText.line(chosen.name)
        // Only groups have a name that differs from the ID.
        builder.conversation.kind = chosen.name == chosen.id ? .direct : .group
        builder.needsSorting = true
        var records: [JSONValue] = []
        for document in documents {
            try document.forEachMember { key, reader throws(JSONError) in
                guard key == chosen.id else { return try reader.skip() }
                records += try document.tree(from: &reader).array ?? []
            }
        }
        let chat = SnapchatChat(sources: sources)
        for record in records.reversed() {
            try chat.add(record, &builder, &sources)
        }
    }
}

/// The messages of one conversation.
struct SnapchatChat {
    /// The export's media by the IDs in their names.
    private var files: [String: String] = [:]

    init(sources: borrowing ExportFiles) {
        for name in sources.names {
            // A media file, such as `2019-02-12_b~AbC.jpg`.
            let stem = Path.stem(name)
            guard let place = stem.place(of: "_") else { continue }
            files[String(stem[place.upperBound...])] = name
        }
    }

    func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard source.kind == .object else { return }
        // The value is in milliseconds, despite its name.
        let created = source.text("Created").flatMap { text in
            builder.moment(text.hasSuffix(" UTC") ? text.dropLast(4) + "Z" : text)
        }
        let at = source.milliseconds("Created(microseconds)") ?? created
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        let name = source.text("From") ?? "Unknown"
        let index = try builder.participant(name)
        if source.flag("IsSender") { builder.setMe(index) }
        message.details.isStarred = source.flag("IsSaved")
        let type = source.text("Media Type") ?? "TEXT"
        let content = source.text("Content") ?? ""
        let ids = (source.text("Media IDs") ?? "").split(separator: "|").map {
            String($0).trimmingBlanks()
        }
        guard !type.hasPrefix("STATUS") else {
            message.kind = .system
            message.details.system = SystemEvent(action: Self.action(type).rawValue)
            message.details.system?.actors = [CleanText.line(name)]
            if let call = Self.call(type) {
                message.from = index
                message.kind = .call
                message.details.system = nil
                message.details.call = call
            } else if Self.action(type) == .notice {
                message.body = Body.plain(content.isEmpty ? Self.words(type) : content)
            }
            return try builder.append(message)
        }
        message.from = index
        if type == "LOCATION" {
            message.details.location = Location()
            if !content.isEmpty { message.details.location?.name = CleanText.line(content) }
        } else {
            message.body = Body.plain(content)
        }
        let kinds: [String: Attachment.Kind] = [
            "IMAGE": .image, "VIDEO": .video, "MEDIA": .image, "STICKER": .sticker, "NOTE": .voice,
            "SHARE": .card, "SHARESAVEDSTORY": .card,
        ]
        for id in ids where !id.isEmpty {
            var attachment = Attachment(kind: kinds[type] ?? .file)
            if let name = files[id] {
                if type == "MEDIA" { attachment.kind = FileKind.kind(name: name) }
                try builder.attach(name, to: &attachment, from: &sources)
            } else {
                builder.miss(&attachment, "not in the export")
            }
            message.attachments.append(attachment)
        }
        if message.body.isEmpty, message.attachments.isEmpty, let kind = kinds[type] {
            var attachment = Attachment(kind: kind)
            if kind == .card { attachment.title = Self.words(type) }
            builder.miss(&attachment, "not in the export")
            message.attachments = [attachment]
        }
        try builder.append(message)
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
        var call = Call()
        call.isVideo = type.hasSuffix("VIDEO")
        call.outcome = .missed
        return call
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
