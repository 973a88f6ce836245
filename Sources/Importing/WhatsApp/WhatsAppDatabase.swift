import Basics
import Model

/// The JSON that WhatsApp Chat Exporter creates from a phone's database: an object of chats by ID,
/// each with an object of messages.
struct WhatsAppDatabase {
    private let name: String
    private let document: String

    static func isExport(_ file: Probe.File) -> Bool {
        guard let shape = file.shape, !shape.isArray, !shape.has("messages") else { return false }
        let isChat =
            file.contains("@s.whatsapp.net\"") || file.contains("@g.us\"")
            || file.contains("@lid\"")
        return isChat && file.contains("\"from_me\"") && file.contains("\"key_id\"")
    }

    static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        try builder.chooseTree(
            in: files, areMembers: true, heavy: ["messages"], &sources,
            name: { ChatName(id: $0, name: $1.text("name") ?? number($0)) }
        ) { chat, found, builder, sources throws(ImportError) in
            let name = found.name
            builder.conversation.service = .whatsapp
            builder.conversation.title = CleanText.line(name.name)
            builder.conversation.kind = name.id.hasSuffix("@g.us") ? .group : .direct
            builder.isKindKnown = true
            builder.needsSorting = true
            let database = WhatsAppDatabase(name: name.name, document: found.file)
            var empty = 0
            for member in chat["messages"]?.members ?? [] where member.value.kind == .object {
                guard sources.budget.mayContinue else { throw .stopped }
                if try !database.add(member.value, &builder, &sources) { empty += 1 }
            }
            builder.warn(.unsupported, empty, "message", "without content omitted")
            if let me = builder.known(ConversationBuilder.anonymousMe) { builder.setMe(me) }
        }
    }

    /// Returns `+4915550100` for `4915550100@s.whatsapp.net`.
    private static func number(_ id: String) -> String {
        let user = id.prefix { $0 != "@" }
        return user.utf8.allSatisfy(ASCII.isDigit) ? "+" + user : String(user)
    }

    // MARK: Messages

    /// - Returns: whether the message has content.
    private func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) -> Bool {
        let at = source.seconds("timestamp")
        builder.beginEntry(at: at)
        var message = Message()
        message.at = at
        message.id = source.identifier("key_id")
        let data = source.text("data") ?? ""
        let isMedia = source.flag("media") || source.flag("sticker")
        if source.flag("meta"), !isMedia, source.text("mime") != "text/x-vcard" {
            guard !data.isEmpty else { return false }
            if fillNotice(data, isSafe: source.flag("safe"), &message) {
                try builder.append(message)
                return true
            }
        } else if isMedia || source.text("mime") == "text/x-vcard" {
            try attach(source, data, &message, &builder, &sources)
        } else {
            message.body = Body.whatsApp(Self.lines(data))
        }
        message.from =
            try source.flag("from_me")
            ? builder.participant(ConversationBuilder.anonymousMe, name: "Me")
            : builder.participant(source.text("sender") ?? name)
        relate(source, &message)
        try builder.append(message)
        return true
    }

    /// Converts the exporter's line ends, ` <br>`.
    private static func lines(_ text: String) -> String {
        guard text.holds("<br>") else { return text }
        return text.replacing(" <br>", with: "\n").replacing("<br>", with: "\n")
    }

    /// Fills a message with text by WhatsApp or the exporter.
    ///
    /// - Returns: whether the message has no sender.
    private func fillNotice(_ data: String, isSafe: Bool, _ message: inout Message) -> Bool {
        if data == "Message deleted" {
            message.details.deleted = Deleted()
            return false
        }
        if data.hasPrefix("Location shared: (") {
            let numbers = data.dropFirst(18).dropLast().split(separator: ",").map {
                Double($0.trimmingBlanks().filter { !"'\"".contains($0) })
            }
            var location = Location()
            if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
                abs(latitude) <= 90, abs(longitude) <= 180
            {
                location.latitude = latitude
                location.longitude = longitude
            }
            message.details.location = location
            return false
        }
        if let call = Self.call(data) {
            message.kind = .call
            message.details.call = call
            return false
        }
        message.kind = .system
        var text = Self.lines(data)
        if isSafe {
            var reader = HTMLReader(Array("<div>\(data)</div>".utf8))
            text = reader.next()?.text ?? text
        }
        message.body = Body.plain(text.trimmingBlanks())
        message.details.system = SystemEvent(action: SystemAction.notice.rawValue)
        return true
    }

    /// Parses `A voice call from Ana was missed.`
    private static func call(_ text: String) -> Call? {
        let isVideo = text.hasPrefix("A video call ")
        guard isVideo || text.hasPrefix("A voice call "), text.holds(" was "),
            text.utf8.count <= 400
        else { return nil }
        var call = Call()
        call.isVideo = isVideo
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

    private func attach(
        _ source: JSONValue, _ path: String, _ message: inout Message,
        _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        let mime = source.text("mime")
        let isThere = !source.flag("meta") && !path.isEmpty
        let name = Path.lastName(path)
        var attachment = Attachment(kind: FileKind.kind(name: isThere ? name : nil, mime: mime))
        if source.flag("sticker") { attachment.kind = .sticker }
        if mime == "text/x-vcard" { attachment.kind = .contact }
        if isThere {
            attachment.kind =
                attachment.kind == .file ? WhatsAppMessage.kind(of: name) : attachment.kind
            attachment.name = CleanText.line(name)
            try builder.attach(path, to: &attachment, from: &sources, document: document)
        } else {
            builder.miss(&attachment, "not in the export")
        }
        message.attachments = [attachment]
        if let caption = source.text("caption") {
            message.body = Body.whatsApp(Self.lines(caption))
        }
    }

    private func relate(_ source: JSONValue, _ message: inout Message) {
        if let id = source.identifier("reply") {
            var reply = Reply()
            reply.id = id
            reply.text = source.text("quoted_data").map { CleanText.clean(Self.lines($0)) }
            message.details.replyTo = reply
        }
        let pairs = (source["reactions"]?.members ?? []).prefix(1000).compactMap {
            item -> (name: String, emoji: String)? in
            item.value.string.map { (item.key == "You" ? "Me" : item.key, $0) }
        }
        message.details.reactions = Reaction.grouped(pairs)
    }
}
