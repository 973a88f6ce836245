import Model

/// The attachments of a message in Telegram's HTML pages: pictures as shown, everything else as
/// cards with a title and a line.
enum TelegramPageMedia {
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
        file.attachment.duration = seconds(length)
        if kind == .file || kind == .audio { file.attachment.name = title }
        if kind == .sticker, !status.holds(",") {
            file.attachment.alt = status.isEmpty ? nil : status
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
            var option = Poll.Option(text: text.hasPrefix("- ") ? String(text.dropFirst(2)) : text)
            option.votes = votes.flatMap(Self.number)
            option.isChosen = votes?.holds("chosen vote") ?? false
            return option
        }
        return poll
    }

    private static func number(_ text: String) -> Int? {
        Int(text.prefix { $0.isNumber }).map { min($0, 1_000_000_000) }
    }

    /// Parses a duration such as `1:02:05` at the beginning of a text.
    private static func seconds(_ text: String) -> Double? {
        let clock = text.prefix { $0.isNumber || $0 == ":" }
        let parts = clock.split(separator: ":").compactMap { Int($0) }
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0 < 100_000 }) else { return nil }
        return Double(parts.reduce(0) { $0 * 60 + $1 })
    }
}
