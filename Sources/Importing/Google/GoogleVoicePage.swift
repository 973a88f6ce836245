import Conversation
import Markup

/// One page of Google Voice: messages, or a call.
struct GoogleVoicePage {
    /// The export's files by their names without extension, as pages refer to them.
    private var files: [String: String] = [:]

    init(sources: borrowing ExportFiles) {
        for name in sources.names where Path.fileExtension(name) != "html" {
            files[Path.stem(name)] = name
        }
    }

    /// Returns the names of the other members, which serve as the group's name.
    static func participants(of bytes: [UInt8]) -> String {
        var reader = HTMLReader(bytes, through: ["hChatLog"])
        while let element = reader.next() {
            let list = element.has("participants") ? element : element.first("participants")
            guard let list else { continue }
            let names = list.all("fn").compactMap(HTMLText.line)
            return names.isEmpty ? GoogleVoiceName.group : names.sorted().joined(separator: ", ")
        }
        return GoogleVoiceName.group
    }

    func read(
        _ file: String, party: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let bytes = TextFile.decode(try sources.document(file)).bytes
        var reader = HTMLReader(bytes, through: ["hChatLog"])
        while let element = reader.next() {
            if element.has("participants") || element.first("participants") != nil {
                builder.conversation.kind = .group
            }
            if element.has("haudio") {
                try call(element, GoogleVoiceName(file)?.kind, party, &builder, &sources)
            }
            let messages = element.has("message") ? [element] : element.all("message")
            for message in messages { try add(message, party, &builder, &sources) }
        }
    }

    private func person(
        _ element: HTMLElement?, _ party: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> ParticipantIndex {
        let tel = element?.first(tag: "a")?["href"].map { String($0.dropFirst("tel:".count)) } ?? ""
        let name = HTMLText.line(element?.first("fn"))
        if element?.first(tag: "abbr")?.has("fn") == true || name == "Me" {
            return try builder.participant(ConversationBuilder.anonymousMe, name: "Me")
        }
        let key = tel.isEmpty ? name ?? party : tel
        let index = try builder.participant(key, name: name ?? (tel.isEmpty ? party : tel))
        if !tel.isEmpty { builder.conversation.participants[index].handle = CleanText.line(tel) }
        return index
    }

    private func add(
        _ element: HTMLElement, _ party: String, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = element.first("dt")?["title"].flatMap { builder.moment($0) }
        var message = builder.message(at: at)
        message.from = try person(element.first("sender"), party, &builder)
        if let text = element.first(tag: "q") { message.body = HTMLText.blocks(text) }
        for media in media(in: element) {
            message.attachments.append(try attachment(media, &builder, &sources))
        }
        let isPlaceholder = ["MMS Sent", "MMS Received"].contains(
            element.first(tag: "q")?.text.trimmingBlanks())
        if isPlaceholder, !message.attachments.isEmpty { message.body = [] }
        try builder.append(message)
    }

    private func media(in element: HTMLElement) -> [HTMLElement] {
        element.elements.flatMap { inner -> [HTMLElement] in
            switch inner.name {
            case "q", "cite", "abbr": []
            case "img", "audio", "video": [inner]
            case "a" where inner.has("vcard") || inner.has("audio") || inner.has("video"): [inner]
            default: media(in: inner)
            }
        }
    }

    private func attachment(
        _ element: HTMLElement, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) -> Attachment {
        let source = element["src"] ?? element["href"] ?? ""
        let name = files[source] ?? files[Path.stem(source)]
        let kind: Attachment.Kind =
            switch element.name {
            case "img": name.map(Path.fileExtension) == "gif" ? .gif : .image
            case "audio": .audio
            case "video": .video
            default: element.has("vcard") ? .contact : FileKind.kind(name: name ?? source)
            }
        var attachment = Attachment(kind: kind)
        guard let name else {
            attachment.name = CleanText.line(source)
            builder.miss(&attachment, "not in the export")
            return attachment
        }
        try builder.attach(name, to: &attachment, from: &sources)
        return attachment
    }

    // MARK: Calls

    private func call(
        _ element: HTMLElement, _ kind: String?, _ party: String,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let at = element.first("published")?["title"].flatMap { builder.moment($0) }
        var message = builder.message(at: at)
        let other = try person(element.first("contributor"), party, &builder)
        let tags = element.first("tags")?.all(tag: "a").compactMap(HTMLText.line) ?? []
        let kind = kind ?? tags.first { ["Placed", "Missed", "Voicemail"].contains($0) } ?? ""
        let seconds = element.first("duration")?["title"].flatMap(Self.seconds)
        message.from = other
        let recording = element.first(tag: "audio")
        if kind == "Voicemail" || kind == "Recorded" {
            var attachment = Attachment(kind: .voice)
            if let recording { attachment = try self.attachment(recording, &builder, &sources) }
            attachment.kind = .voice
            attachment.duration = seconds
            if recording == nil { builder.miss(&attachment, "not in the export") }
            attachment.transcript = HTMLText.line(element.first("full-text"))
            message.attachments = [attachment]
        } else {
            message.kind = .call
            var call = Call()
            call.duration = seconds
            call.direction = kind == "Placed" ? .out : .in
            call.outcome =
                kind == "Missed" ? .missed : seconds ?? 0 > 0 ? .answered : .unanswered
            message.details.call = call
            if kind == "Placed" {
                message.from = try builder.participant(
                    ConversationBuilder.anonymousMe, name: "Me")
            }
        }
        try builder.append(message)
    }

    /// Parses a duration such as `PT1H2M18S`.
    private static func seconds(_ text: String) -> Double? {
        guard text.hasPrefix("PT") else { return nil }
        var total = 0.0
        var digits = ""
        for character in text.dropFirst(2) {
            guard !character.isNumber, character != "." else {
                digits.append(character)
                continue
            }
            let unit: [Character: Double] = ["H": 3600, "M": 60, "S": 1]
            guard let number = Double(digits), let length = unit[character] else { return nil }
            total += number * length
            digits = ""
        }
        return total < 1e9 ? total : nil
    }
}
