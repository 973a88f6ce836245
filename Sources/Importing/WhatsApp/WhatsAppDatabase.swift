import Basics
import Model

/// The JSON that WhatsApp Chat Exporter creates from a phone's database: an object of chats by ID,
/// each with an object of messages.
struct WhatsAppDatabase: RecordReader {
    private let name: String
    /// The number of entries that the exporter could not read.
    private var empty = 0

    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        try builder.chooseTree(
            in: files, areMembers: true, heavy: ["messages"],
            name: { ChatName(id: $0, name: $1.text("name") ?? number($0)) }
        ) { chat, found, builder throws(ImportError) in
            let name = found.name
            builder.conversation.service = .whatsapp
            builder.conversation.title = CleanText.line(name.name)
            builder.conversation.kind = name.id.hasSuffix("@g.us") ? .group : .direct
            builder.isKindKnown = true
            builder.needsSorting = true
            var driver = RecordDriver(
                WhatsAppDatabase(name: name.name), document: found.file, builder)
            let messages = (chat["messages"]?.members ?? []).map(\.value)
            try driver.read(messages, &builder)
            driver.end(&builder)
        }
    }

    /// Returns `+4915550100` for `4915550100@s.whatsapp.net`.
    private static func number(_ id: String) -> String {
        let user = id.prefix { $0 != "@" }
        return user.utf8.allSatisfy(ASCII.isDigit) ? "+" + user : String(user)
    }

    // MARK: Messages

    var me: String? { ConversationBuilder.anonymousMe }

    func warn(_ builder: inout ConversationBuilder) {
        builder.warn(.unsupported, empty, "message", "without content omitted")
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        guard source.kind == .object else { return nil }
        var record = Record(
            source.identifier("key_id"), at: source.seconds("timestamp"),
            from: source.flag("from_me")
                ? Record.Person(key: ConversationBuilder.anonymousMe, name: "Me")
                : Record.Person(key: source.text("sender") ?? name))
        let data = source.text("data") ?? ""
        let isMedia =
            source.flag("media") || source.flag("sticker") || source.text("mime") == "text/x-vcard"
        if isMedia {
            attach(source, data, &record)
        } else if !source.flag("meta") {
            record.message.body = Body.whatsApp(Self.lines(data))
        } else if data.isEmpty {
            empty += 1
            record.sender = nil
            record.isShown = false
        } else {
            fill(&record, with: data, isSafe: source.flag("safe"))
        }
        if record.message.kind != .system { relate(source, &record.message) }
        return record
    }

    /// Converts the exporter's line ends, ` <br>`.
    private static func lines(_ text: String) -> String {
        guard text.holds("<br>") else { return text }
        return text.replacing(" <br>", with: "\n").replacing("<br>", with: "\n")
    }

    /// Fills a message with text by WhatsApp or the exporter.
    private func fill(_ record: inout Record, with data: String, isSafe: Bool) {
        if data == "Message deleted" {
            record.message.details.deleted = Deleted()
        } else if data.hasPrefix("Location shared: (") {
            let numbers = data.dropFirst(18).dropLast().filter { !"'\" ".contains($0) }
            record.message.details.location = Location(coordinates: numbers)
        } else if let call = Self.call(data) {
            record.becomeCall(call)
        } else {
            var text = Self.lines(data)
            if isSafe {
                var reader = HTMLReader(Array("<div>\(data)</div>".utf8))
                text = reader.next()?.text ?? text
            }
            record.sender = nil
            record.becomeNotice(.notice, text: text.trimmingBlanks())
        }
    }

    /// Parses `A voice call from Ana was missed.`
    private static func call(_ text: String) -> Call? {
        let isVideo = text.hasPrefix("A video call ")
        guard isVideo || text.hasPrefix("A voice call "), text.holds(" was "),
            text.utf8.count <= 400
        else { return nil }
        var call = Call(isVideo: isVideo)
        if text.holds(" was initiated and lasted for ") {
            call.outcome = .answered
            call.duration = duration(text)
        } else {
            let isMissed = text.hasSuffix("missed.") || text.hasSuffix("missed")
            call.outcome = isMissed ? .missed : .unanswered
        }
        return call
    }

    /// Returns the duration from `… lasted for 1 hour 2 minutes 5 seconds with …`.
    private static func duration(_ text: String) -> Double? {
        let words = text.split { " ,".contains($0) }
        let units: [(String, Double)] = [("hour", 3600), ("minute", 60), ("second", 1)]
        var seconds: Double?
        for (number, unit) in zip(words, words.dropFirst()) {
            guard let number = Int(number), (0..<100_000).contains(number),
                let factor = units.first(where: { unit.hasPrefix($0.0) })?.1
            else { continue }
            seconds = (seconds ?? 0) + Double(number) * factor
        }
        return seconds
    }

    private func attach(_ source: JSONValue, _ path: String, _ record: inout Record) {
        let mime = source.text("mime")
        let isThere = !source.flag("meta") && !path.isEmpty
        let name = Path.lastName(path)
        var file = RecordFile(
            named: isThere ? name : nil, mime: mime,
            at: isThere ? .beside(path) : .missing(RecordFile.absent))
        if source.flag("sticker") { file.attachment.kind = .sticker }
        if mime == "text/x-vcard" { file.attachment.kind = .contact }
        if isThere, file.attachment.kind == .file {
            file.attachment.kind = WhatsAppFileName.kind(of: name)
        }
        record.files = [file]
        if let caption = source.text("caption") {
            record.message.body = Body.whatsApp(Self.lines(caption))
        }
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let id = source.identifier("reply") {
            message.details.replyTo = Reply(
                id: id, text: source.text("quoted_data").map { CleanText.clean(Self.lines($0)) })
        }
        let pairs = (source["reactions"]?.members ?? []).prefix(1000).compactMap {
            item -> (name: String, emoji: String)? in
            item.value.string.map { (item.key == "You" ? "Me" : item.key, $0) }
        }
        message.details.reactions = Reaction.grouped(pairs)
    }
}
