import Model

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
        let bytes = try sources.decoded(file)
        var reader = HTMLReader(bytes, through: ["hChatLog"])
        while let element = reader.next() {
            if element.has("participants") || element.first("participants") != nil {
                builder.conversation.kind = .group
            }
            if element.has("haudio") {
                let other = person(element.first("contributor"), party)
                // The other person takes part in the chat even if "me" placed the call.
                try builder.participant(other, from: &sources)
                let kind = GoogleVoiceName(file)?.kind
                let record = call(element, kind, with: other, &builder.clock)
                try builder.add(record, from: &sources)
            }
            let messages = element.has("message") ? [element] : element.all("message")
            for element in messages {
                let record = message(element, party, &builder.clock)
                try builder.add(record, from: &sources)
            }
        }
    }

    private func person(_ element: HTMLElement?, _ party: String) -> Record.Person {
        let tel = element?.first(tag: "a")?["href"].map { String($0.dropFirst("tel:".count)) } ?? ""
        let name = HTMLText.line(element?.first("fn"))
        if element?.first(tag: "abbr")?.has("fn") == true || name == "Me" { return Self.me }
        return Record.Person(
            key: tel.isEmpty ? name ?? party : tel, name: name ?? (tel.isEmpty ? party : tel),
            handle: tel.isEmpty ? nil : tel)
    }

    private static let me = Record.Person(key: ConversationBuilder.anonymousMe, name: "Me")

    private func message(
        _ element: HTMLElement, _ party: String, _ clock: inout Clock
    ) -> Record {
        var record = Record(
            at: clock.moment(element.first("dt")?["title"]),
            from: person(element.first("sender"), party))
        let text = element.first(tag: "q")
        record.files = media(in: element).map(file)
        let isPlaceholder = ["MMS Sent", "MMS Received"].contains(text?.text.trimmingBlanks())
        if let text, !isPlaceholder || record.files.isEmpty {
            record.message.body = HTMLText.blocks(text)
        }
        return record
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

    private func file(_ element: HTMLElement) -> RecordFile {
        let source = element["src"] ?? element["href"] ?? ""
        let name = files[source] ?? files[Path.stem(source)]
        let kind: Attachment.Kind =
            switch element.name {
            case "img": name.map(Path.fileExtension) == "gif" ? .gif : .image
            case "audio": .audio
            case "video": .video
            default: element.has("vcard") ? .contact : FileKind.kind(name: name ?? source)
            }
        return name.map { RecordFile(kind, at: .path($0)) } ?? RecordFile(kind, named: source)
    }

    // MARK: Calls

    private func call(
        _ element: HTMLElement, _ kind: String?, with other: Record.Person, _ clock: inout Clock
    ) -> Record {
        var record = Record(
            at: clock.moment(element.first("published")?["title"]), from: other)
        let tags = element.first("tags")?.all(tag: "a").compactMap(HTMLText.line) ?? []
        let kind = kind ?? tags.first { ["Placed", "Missed", "Voicemail"].contains($0) } ?? ""
        let seconds = element.first("duration")?["title"].flatMap(Self.seconds)
        if kind == "Voicemail" || kind == "Recorded" {
            var recording = element.first(tag: "audio").map(file) ?? RecordFile(.voice)
            recording.attachment.kind = .voice
            recording.attachment.duration = seconds
            recording.attachment.transcript = HTMLText.line(element.first("full-text"))
            record.files = [recording]
        } else {
            let isAnswered = seconds ?? 0 > 0
            var call = Call(
                isVideo: false,
                outcome: kind == "Missed" ? .missed : isAnswered ? .answered : .unanswered,
                duration: seconds)
            call.direction = kind == "Placed" ? .out : .in
            record.becomeCall(call)
            if kind == "Placed" { record.sender = Self.me }
        }
        return record
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
