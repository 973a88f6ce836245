import Basics
import Model

/// The pages of Telegram Desktop's HTML export: `messages.html`, `messages2.html` and so on, with a
/// thousand messages each.
struct TelegramPages {
    private static let wrappers: Set<Substring> = ["page_wrap", "page_body", "history"]
    private let phrases: AppPhrases
    /// The sender of the previous message, and the bot by which it was sent. Messages that continue
    /// a run have no name.
    private var last: (person: Record.Person, bot: String?)?
    /// The original sender of the previous forwarded message of the run.
    private var origin: String?

    private init(phrases: AppPhrases) { self.phrases = phrases }

    static func number(of path: String) -> Int? {
        Path.pageNumber(path, after: "messages", endings: ["html", "htm"])
    }

    static func read(_ files: [String], _ builder: inout ConversationBuilder) throws(ImportError) {
        var chats = Dictionary(grouping: files, by: Path.folder).sorted { $0.key < $1.key }
        if !builder.sources.isArchive, let first = files.first, number(of: first) == 1 {
            // The next pages are in the same folder as the sent one.
            chats = [(Path.folder(first), files + following(in: builder.sources))]
        }
        let names = chats.map { folder, files in
            let head = builder.sources.prefix(of: files.min() ?? "", count: Probe.headLength)
            return ChatName(
                id: folder.isEmpty ? "" : String(folder.dropLast()), name: title(of: head) ?? folder
            )
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            let chat = chats[index]
            builder.conversation.service = .telegram
            var pages = TelegramPages(phrases: builder.appPhrases)
            let ordered = chat.value.sorted {
                (number(of: $0) ?? 0, $0) < (number(of: $1) ?? 0, $1)
            }
            for file in ordered {
                let bytes = try builder.sources.decoded(file)
                try builder.forEachElement(of: bytes, through: wrappers) {
                    element, builder throws(ImportError) in
                    if element.has("page_header") {
                        builder.conversation.title = HTMLText.line(element.first("text"))
                    } else if element.has("message"),
                        let record = pages.record(element, &builder.clock)
                    {
                        try builder.add(record, document: file)
                    }
                }
            }
            // A direct chat is named after the other participant. Nothing else identifies the owner.
            builder.suggestMe(ofTwoOtherThan: builder.conversation.title)
        }
    }

    private static func following(in sources: ExportFiles) -> [String] {
        sources.names.dropFirst().filter { Path.depth($0) == 0 && (number(of: $0) ?? 0) > 1 }
    }

    private static func title(of head: [UInt8]) -> String? {
        var reader = HTMLReader(head, through: wrappers)
        while let element = reader.next() {
            if element.has("page_header") { return HTMLText.line(element.first("text")) }
        }
        return nil
    }

    private mutating func record(_ element: HTMLElement, _ clock: inout Clock) -> Record? {
        guard let body = element.elements.first(where: { $0.has("body") }) else { return nil }
        let id = element["id"].map { String($0.dropFirst("message".count)) }.flatMap {
            $0.isEmpty ? nil : $0
        }
        if element.has("service") {
            // Dates between the messages have negative IDs.
            guard id?.hasPrefix("-") != true, let text = HTMLText.line(body) else { return nil }
            var record = Record(id, at: nil)
            record.becomeNotice(phrases.action(text), text: text)
            return record
        }
        if let name = HTMLText.line(body.elements.first(where: { $0.has("from_name") })) {
            let (name, bot) = Self.parts(name)
            last = (Record.Person(key: name), bot)
        } else if !element.has("joined") {
            last = (Record.Person(key: "Deleted Account"), nil)
        }
        if !element.has("joined") { origin = nil }
        let date = body.elements.first { $0.has("date") }
        var record = Record(id, at: Self.time(date?["title"], &clock), from: last?.person)
        if let bot = last?.bot { record.message.details.subject = bot }
        fill(&record, body, &clock)
        return record
    }

    /// Splits `Ana via @gif`, the sender of a message that a bot wrote for them.
    private static func parts(_ name: String) -> (name: String, bot: String?) {
        guard let sign = name.lastIndex(of: "@"), name[..<sign].hasSuffix(" via "),
            name[sign...].utf8.count > 1, !name[sign...].contains(" ")
        else { return (name, nil) }
        return (name[..<sign].dropLast(5).trimmingBlanks(), "via \(name[sign...])")
    }

    /// Parses `15.01.2024 10:00:00 UTC+02:00`. Older pages have no offset.
    private static func time(_ text: String?, _ clock: inout Clock) -> Moment? {
        let parts = (text ?? "").split(separator: " ")
        guard parts.count >= 2 else { return nil }
        let date = parts[0].split(separator: ".")
        guard date.count == 3 else { return nil }
        let offset = parts.count > 2 && parts[2].hasPrefix("UTC") ? parts[2].dropFirst(3) : ""
        return clock.moment("\(date[2])-\(date[1])-\(date[0])T\(parts[1])\(offset)")
    }

    private mutating func fill(_ record: inout Record, _ body: HTMLElement, _ clock: inout Clock) {
        for part in body.elements {
            if part.has("text") {
                record.message.body += HTMLText.blocks(part)
            } else if part.has("reply_to") {
                reply(part, &record.message)
            } else if part.has("forwarded"), part.has("body") {
                forwarded(part, &record.message, &clock)
                fill(&record, part, &clock)
            } else if part.has("media_wrap") {
                TelegramPageMedia.fill(&record, part)
            } else if part.has("reactions") {
                record.message.details.reactions = part.all("reaction").prefix(100).compactMap(
                    reaction)
            } else if part.has("bot_buttons_table") {
                for row in part.all("bot_button_row").prefix(20) {
                    guard let text = HTMLText.line(row) else { continue }
                    record.message.body += Body.plain("[ \(text) ]")
                }
            } else if part.has("signature"), let text = HTMLText.line(part) {
                let bot = record.message.details.subject
                record.message.details.subject = [text, bot].compactMap(\.self)
                    .joined(separator: " ")
            }
        }
    }

    /// Reads `In reply to this message`. The link contains the message's number.
    private func reply(_ part: HTMLElement, _ message: inout Message) {
        let address = part.first(tag: "a")?["href"] ?? ""
        let place = address.place(of: "#go_to_message")
        message.details.replyTo =
            place.map { Reply(id: String(address[$0.upperBound...])) }
            ?? Reply(text: HTMLText.line(part))
    }

    private mutating func forwarded(
        _ part: HTMLElement, _ message: inout Message, _ clock: inout Clock
    ) {
        let name = part.elements.first { $0.has("from_name") }
        var plain = name
        plain?.children.removeAll { child in
            if case .element = child { return true }
            return false
        }
        if let name = HTMLText.line(plain) {
            let (name, bot) = Self.parts(name)
            origin = name
            if let bot { message.details.subject = bot }
        }
        message.details.forwarded = Forwarded(
            from: origin, at: Self.time(name?.first("date")?["title"], &clock))
    }

    private func reaction(_ element: HTMLElement) -> Reaction? {
        guard let emoji = HTMLText.line(element.first("emoji")) else { return nil }
        return Reaction(
            emoji: emoji, stated: HTMLText.line(element.first("count")),
            by: element.all("initials").prefix(200).compactMap { $0["title"] })
    }
}

/// The attachments of a message in Telegram's HTML pages: pictures as shown, everything else as
/// cards with a title and a line.
private enum TelegramPageMedia {
    static func fill(_ record: inout Record, _ wrap: HTMLElement) {
        for element in wrap.elements {
            if element.has("media_poll") {
                let poll = poll(element)
                let kind = HTMLText.line(element.elements.first { $0.has("details") })
                if kind?.lowercased() == "to-do list" {
                    record.message.body += TelegramMedia.todo(
                        poll.question, tasks: poll.options.map(\.text))
                } else {
                    record.message.details.poll = poll
                }
            } else if element.has("media_call") {
                record.becomeCall(call(HTMLText.line(element.first("status")) ?? ""))
            } else if element.has("media_contact") {
                let number = HTMLText.line(element.first("status"))?.components([" - vCard"]).first
                record.message.details.contact = Contact(
                    name: HTMLText.line(element.first("title")) ?? "",
                    phones: [number].compactMap(\.self))
            } else if let location = location(element) {
                record.message.details.location = location
            } else if element.has("media_game") || element.has("media_invoice") {
                let words = ["title", "description", "status"].compactMap {
                    HTMLText.line(element.first($0))
                }
                record.message.body.append(.quote(Body.plain(words.joined(separator: "\n"))))
            } else if let file = file(element) {
                record.files.append(file)
            } else {
                // A giveaway, or media of a newer version.
                let words = HTMLText.blocks(element)
                if !words.isEmpty { record.message.body.append(.quote(words)) }
            }
        }
    }

    private static func file(_ element: HTMLElement) -> RecordFile? {
        let title = HTMLText.line(element.first("title"))
        guard let kind = kind(element, title) else { return nil }
        var file = RecordFile(kind)
        let status = HTMLText.line(element.first("status")) ?? ""
        let length = HTMLText.line(element.first("video_duration")) ?? status
        file.attachment.duration = length.prefix { $0.isNumber || $0 == ":" }.clockSeconds
        if kind == .file || kind == .audio { file.attachment.name = title }
        if kind == .sticker, !status.holds(",") {
            file.attachment.alt = status.nonEmpty
        }
        if let path = element["href"], !path.isEmpty {
            file.place = .beside(Path.percentDecoded(path))
        } else if let reason = HTMLText.line(element.first("description")) {
            file.place = .missing(reason)
        } else if let title, title.hasPrefix("Self-destructing "), !status.isEmpty {
            file.place = .missing("\(title): \(status)")
        }
        file.poster = { element.first(tag: "img")?["src"].map { Path.percentDecoded($0) } }
        return file
    }

    private static func kind(_ element: HTMLElement, _ title: String?) -> Attachment.Kind? {
        if title == "Sticker" || element.has("sticker_wrap") { return .sticker }
        let kinds: [(String, Attachment.Kind)] = [
            ("photo_wrap", .image), ("video_file_wrap", .video), ("animated_wrap", .gif),
            ("media_photo", .image), ("media_voice_message", .voice), ("media_audio_file", .audio),
            ("media_file", .file),
        ]
        if let known = kinds.first(where: { element.has($0.0) }) { return known.1 }
        if element.has("media_video") {
            return ["Video message": .video_note, "Animation": .gif][title ?? ""] ?? .video
        }
        return element.has("media") || element["href"] != nil ? .file : nil
    }

    private static func location(_ element: HTMLElement) -> Location? {
        let isLive = element.has("media_live_location")
        guard isLive || element.has("media_location") || element.has("media_venue") else {
            return nil
        }
        let address = element["href"] ?? ""
        let place = address.place(of: "q=").map { address[$0.upperBound...] }
        var location = Location(coordinates: (place ?? "").prefix { $0 != "&" })
        location.isLive = isLive
        if element.has("media_venue") {
            location.name = HTMLText.line(element.first("title"))
            location.address =
                HTMLText.line(element.first("description"))
                ?? HTMLText.line(element.first("status"))
        }
        return location
    }

    /// Parses `Outgoing (34 seconds)` or `Missed`.
    private static func call(_ status: String) -> Call {
        var call = Call()
        if status.hasPrefix("Outgoing") || status.hasPrefix("Cancelled") { call.direction = .out }
        if status.hasPrefix("Incoming") || status.hasPrefix("Missed") { call.direction = .in }
        if status.hasPrefix("Missed") { call.outcome = .missed }
        if status.hasPrefix("Declined") { call.outcome = .declined }
        if status.hasPrefix("Cancelled") { call.outcome = .unanswered }
        if let open = status.place(of: "("),
            let number = Int(status[open.upperBound...].prefix { $0.isNumber })
        {
            call.duration = Double(min(number, 1_000_000))
            call.outcome = .answered
        }
        return call
    }

    private static func poll(_ element: HTMLElement) -> Poll {
        var poll = Poll()
        poll.question = HTMLText.line(element.first("question")) ?? ""
        poll.isClosed =
            HTMLText.line(element.elements.first { $0.has("details") })?.holds("Final") ?? false
        poll.totalVoters = HTMLText.line(element.first("total")).flatMap(Self.number)
        poll.options = element.all("answer").prefix(100).map { answer in
            let votes = HTMLText.line(answer.first("details"))
            let text = HTMLText.line(answer.removing(classes: ["details"])) ?? ""
            return Poll.Option(
                text.hasPrefix("- ") ? String(text.dropFirst(2)) : text,
                votes: votes.flatMap(Self.number), isChosen: votes?.holds("chosen vote") ?? false)
        }
        return poll
    }

    private static func number(_ text: String) -> Int? {
        Int(text.prefix { $0.isNumber }).map { min($0, 1_000_000_000) }
    }
}
