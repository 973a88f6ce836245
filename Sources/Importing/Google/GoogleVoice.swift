import Basics
import Model

/// Google Voice's part of a Takeout: one page for each burst of messages and each call. Pages with
/// the same party are joined.
enum GoogleVoice {
    static let importer = Importer(
        name: "googlevoice", title: "Google Voice",
        summary: "the pages of Google Voice's Takeout (Voice/Calls), one or all with their media",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        guard let page = probe.files.first(where: { $0.has("googlevoice") }) else { return nil }
        guard probe.isArchive else { return Claim(.certain, [page.name]) }
        let files = probe.names.filter { GoogleVoiceName($0) != nil }
        return Claim(.certain, files.isEmpty ? [page.name] : files.sorted())
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let parties = try claim.files.grouped { file throws(ImportError) in
            guard builder.budget.mayContinue else { throw .stopped }
            let party = GoogleVoiceName(file)?.party ?? Path.stem(file)
            return party == GoogleVoiceName.group
                ? GoogleVoicePage.participants(of: try builder.sources.decoded(file)) : party
        }
        let names = parties.map { ChatName(id: $0.chat, name: $0.chat) }
        let page = GoogleVoicePage(sources: builder.sources)
        try builder.choose(names) { index, builder throws(ImportError) in
            let (party, files) = parties[index]
            let isNamed = claim.files.contains { GoogleVoiceName($0) != nil }
            builder.conversation.title = isNamed ? CleanText.line(party) : nil
            builder.conversation.service = .sms
            builder.needsSorting = true
            for file in files {
                guard builder.budget.mayContinue else { throw .stopped }
                try page.read(file, party: party, &builder)
            }
            builder.setMe(key: ConversationBuilder.anonymousMe)
        }
    }
}

/// A file name such as `Ben Ito - Text - 2020-07-08T23_30_11Z.html`. Some names have no party (`-
/// Missed - …`) or no kind, or end with ` (1)` to distinguish equal names.
private struct GoogleVoiceName {
    let party: String
    /// The kind of page, or nil if only the page states it.
    let kind: String?

    static let group = "Group Conversation"
    private static let kinds: Set<String> = [
        "Text", "Received", "Placed", "Missed", "Voicemail", "Recorded",
    ]

    init?(_ path: String) {
        guard Path.fileExtension(path) == "html" else { return nil }
        var parts = Self.withoutNumber(Path.stem(path))
            .split(separator: " - ", omittingEmptySubsequences: false).map(String.init)
        guard let stamp = parts.popLast(), stamp.hasSuffix("Z"), stamp.holds("T"),
            stamp.prefix(4).allSatisfy(\.isNumber), var first = parts.first
        else { return nil }
        if first.hasPrefix("- ") {
            first.removeFirst(2)
            parts.replaceSubrange(..<1, with: ["", first])
        }
        let last = parts[parts.count - 1]
        if parts.count > 1, Self.kinds.contains(last) {
            kind = last
            parts.removeLast()
        } else {
            kind = last == Self.group ? "Text" : nil
        }
        let name = parts.joined(separator: " - ").trimmingBlanks()
        party = name.isEmpty ? "Unknown" : name
    }

    private static func withoutNumber(_ stem: String) -> String {
        guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
            stem[stem.index(after: open)...].dropLast().allSatisfy(\.isNumber)
        else { return stem }
        return stem[..<open].trimmingBlanks()
    }
}

/// One page of Google Voice: messages, or a call.
private struct GoogleVoicePage {
    /// The export's files by their names without extension, as pages refer to them.
    private var files: [String: String] = [:]

    init(sources: ExportFiles) {
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
        _ file: String, party: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let bytes = try builder.sources.decoded(file)
        var reader = HTMLReader(bytes, through: ["hChatLog"])
        while let element = reader.next() {
            if element.has("participants") || element.first("participants") != nil {
                builder.conversation.kind = .group
            }
            if element.has("haudio") {
                let other = person(element.first("contributor"), party)
                // The other person takes part in the chat even if "me" placed the call.
                try builder.participant(other)
                let kind = GoogleVoiceName(file)?.kind
                let record = call(element, kind, with: other, &builder.clock)
                try builder.add(record)
            }
            let messages = element.has("message") ? [element] : element.all("message")
            for element in messages {
                let record = message(element, party, &builder.clock)
                try builder.add(record)
            }
        }
    }

    private func person(_ element: HTMLElement?, _ party: String) -> Record.Person {
        let tel = element?.first(tag: "a")?["href"].map { String($0.dropFirst("tel:".count)) } ?? ""
        let name = HTMLText.line(element?.first("fn"))
        if element?.first(tag: "abbr")?.has("fn") == true || name == "Me" { return Self.me }
        return Record.Person(
            key: tel.isEmpty ? name ?? party : tel, name: name ?? (tel.nonEmpty ?? party),
            handle: tel.nonEmpty)
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
            record.becomeCall(
                Call(
                    isVideo: false, isMine: kind == "Placed",
                    outcome: kind == "Missed" ? .missed : isAnswered ? .answered : .unanswered,
                    duration: seconds))
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
