import Basics
import Model

struct TelegramMedia {
    let source: JSONValue

    func fill(_ record: inout Record) {
        if let attachment = attachment() {
            let path = source.first("photo", "file") ?? ""
            var file = RecordFile(
                attachment, at: path.hasPrefix("(") ? .missing(reason(path)) : .beside(path))
            file.poster = { source.text("thumbnail") }
            record.files = [file]
        }
        place(&record.message)
        if let poll = source["poll"] { record.message.details.poll = self.poll(poll) }
        if let list = source["todo_list"] {
            record.message.body += Self.todo(
                CleanText.line(TelegramText.plain(list["title"])),
                tasks: list.list("answers").prefix(200).map { TelegramText.plain($0["text"]) })
        }
        commerce(&record.message)
        buttons(&record.message)
    }

    private func attachment() -> Attachment? {
        guard source["photo"] != nil || source["file"] != nil else { return nil }
        var attachment = Attachment(kind: kind)
        attachment.name = (source.text("file_name") ?? name).map(CleanText.line)
        attachment.size = source.count("photo_file_size") ?? source.count("file_size")
        attachment.width = source.length("width")
        attachment.height = source.length("height")
        attachment.duration = source.span("duration_seconds")
        attachment.title = source.text("title").map(CleanText.line)
        attachment.performer = source.text("performer").map(CleanText.line)
        attachment.alt = source.text("sticker_emoji").map(CleanText.line)
        return attachment
    }

    private var name: String? {
        guard let path = source.text("photo") ?? source.text("file"), !path.hasPrefix("(") else {
            return nil
        }
        return Path.lastName(path)
    }

    private var kind: Attachment.Kind {
        if source["photo"] != nil { return .image }
        if let kind = source.text("media_type").flatMap({ Self.kinds[$0] }) { return kind }
        let kind = FileKind.kind(
            name: source.text("file_name") ?? name, mime: source.text("mime_type"))
        // A picture sent "as file" is still shown as a picture. Everything else is shown as a file.
        return kind == .image || kind == .gif ? kind : .file
    }

    private static let kinds: [String: Attachment.Kind] = [
        "sticker": .sticker, "video_message": .video_note, "voice_message": .voice,
        "animation": .gif, "video_file": .video, "audio_file": .audio,
    ]

    /// Returns Telegram's own sentence without its parentheses.
    private func reason(_ path: String) -> String {
        CleanText.line(String(path.dropFirst().prefix { $0 != ")" }))
    }

    private func place(_ message: inout Message) {
        if let card = source["contact_information"] {
            message.details.contact = Contact(
                name: [card.text("first_name"), card.text("last_name")].compactMap(\.self)
                    .joined(separator: " "),
                phones: [card.text("phone_number")].compactMap(\.self))
        }
        let position = source["location_information"]
        guard position != nil || source["place_name"] != nil || source["address"] != nil else {
            return
        }
        var location = Location()
        location.latitude = position?.number("latitude", within: 90)
        location.longitude = position?.number("longitude", within: 180)
        location.name = source.text("place_name").map(CleanText.line)
        location.address = source.text("address").map(CleanText.line)
        location.isLive = source["live_location_period_seconds"] != nil
        message.details.location = location
    }

    private func poll(_ source: JSONValue) -> Poll {
        var poll = Poll(TelegramText.plain(source["question"]), isClosed: source.flag("closed"))
        poll.totalVoters = source.tally("total_voters")
        let answers = source.list("answers").prefix(100)
        // If the exporting user has not voted, every answer has 0 votes, which means that the
        // numbers are unknown.
        let isUnknown =
            (poll.totalVoters ?? 0) > 0 && answers.allSatisfy { ($0.count("voters") ?? 0) == 0 }
        poll.options = answers.map { answer in
            Poll.Option(
                TelegramText.plain(answer["text"]),
                votes: isUnknown ? nil : answer.tally("voters"), isChosen: answer.flag("chosen"))
        }
        return poll
    }

    /// An export does not state which tasks are done.
    static func todo(_ title: String, tasks: [String]) -> [TextBlock] {
        let items = tasks.map { TextBlock.ListItem(isDone: false, blocks: Body.plain($0)) }
        let heading = title.isEmpty ? [] : [TextBlock.heading(level: 3, RichText(title))]
        return heading + (items.isEmpty ? [] : [.list(start: nil, items: items)])
    }

    private func commerce(_ message: inout Message) {
        if let invoice = invoice {
            let currency = invoice.text("currency")
            message.details.payment = Payment(
                Money.text(smallestUnits: invoice.count("amount") ?? 0, of: currency),
                currency: currency, note: invoice.text("title"))
        }
        if let title = source.text("game_title") {
            message.details.link = LinkPreview(
                url: Link.url(source.text("game_link") ?? "") ?? "", title: title,
                summary: source.text("game_description").map(CleanText.line))
        }
        if let stars = source.count("paid_stars_amount") {
            message.body += Body.plain("⭐️ \(stars)")
        }
        if source["giveaway_information"] != nil { message.body += Body.plain("🎁 Giveaway") }
        if source["giveaway_results"] != nil { message.body += Body.plain("🎁 Giveaway results") }
    }

    /// The invoice as an object. Telegram may serialize it twice, as JSON in a string.
    private var invoice: JSONValue? {
        guard let value = source["invoice_information"] else { return nil }
        guard let text = value.string else { return value.kind == .object ? value : nil }
        return JSONValue(inText: text)
    }

    private func buttons(_ message: inout Message) {
        for row in source.list("inline_bot_buttons").prefix(20) {
            let texts = (row.array ?? []).prefix(8).compactMap { $0.text("text") }
            if !texts.isEmpty {
                message.body += Body.plain(texts.map { "[ \($0) ]" }.joined(separator: " "))
            }
        }
    }
}

/// Converts Telegram's service messages to a sentence and an event.
struct TelegramService {
    let source: JSONValue
    let phrases: AppPhrases

    func fill(_ record: inout Record) {
        let action = source.text("action") ?? ""
        if action == "phone_call" || action == "conference_call" {
            return call(&record)
        }
        let (event, sentence) = described(action)
        var text = source.text("information_text") ?? sentence
        // What the person wrote with a gift, or about a suggested post.
        for field in ["gift_text", "comment"] {
            let words = TelegramText.plain(source[field])
            if !words.isEmpty { text += ": “\(words)”" }
        }
        record.becomeNotice(event, by: [actor].compactMap(\.self), to: members, text: text)
    }

    /// Returns the event and the first sentence of which the export states every part.
    private func described(_ action: String) -> (SystemAction, String) {
        let isTimerOff = action == "set_messages_ttl" && source.count("period") == 0
        let known = phrases.sentences[isTimerOff ? "unset_messages_ttl" : action] ?? []
        for sentence in known {
            if let text = filled(sentence.says) { return (sentence.event, text) }
        }
        // The readable name of an action that is unknown because it is newer.
        let name = action.isEmpty ? "service message" : action.replacing("_", with: " ")
        return (
            phrases.sentences[action]?.first?.event ?? .notice,
            actor.map { "\($0): \(name)" } ?? Self.beginning(name[...])
        )
    }

    /// Returns a text as the beginning of a sentence.
    private static func beginning(_ text: Substring) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The name of the person who acted, or nil if the export does not state anybody.
    private var actor: String? {
        guard source["actor"] != nil || source["actor_id"] != nil else { return nil }
        return source.text("actor") ?? "Deleted Account"
    }

    private var members: [String] {
        source.list("members").prefix(200).map { $0.string ?? "Deleted Account" }
    }

    private func call(_ record: inout Record) {
        var call = Call()
        call.duration = source.span("duration_seconds")
        switch source.text("discard_reason") {
        case "busy": call.outcome = .busy
        case "missed": call.outcome = .missed
        case "disconnect", "hangup", "migrate_conference_all": call.outcome = .answered
        default:
            call.outcome = source.flag("is_missed") ? .missed : call.duration.map { _ in .answered }
        }
        record.becomeCall(call)
        guard let actor else { return }
        record.sender = Record.Person(
            key: TelegramChat.key(source.identifier("actor_id") ?? actor), name: actor)
    }

    /// Replaces `%a` by the actor, `%m` by the members, `%$` by the amount, `%t` by the period and
    /// `%{field}` by the field's value. Returns nil if one of them is missing. A sentence without
    /// an actor begins with its verb.
    private func filled(_ sentence: String) -> String? {
        let verb = sentence.hasPrefix("%a") ? sentence.dropFirst(2).drop { ": ".contains($0) } : ""
        let sentence = actor == nil && !verb.isEmpty ? Self.beginning(verb) : sentence
        var out = ""
        var rest = sentence[...]
        while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
            out += rest[..<mark]
            rest = rest[rest.utf8.index(after: mark)...]
            let value: String?
            switch rest.utf8.first {
            case UInt8(ascii: "a"): value = actor
            case UInt8(ascii: "m"): value = members.joined(separator: ", ")
            case UInt8(ascii: "$"): value = amount
            case UInt8(ascii: "t"): value = source.count("period").map(WarningText.duration)
            default:
                let field = rest.dropFirst().prefix { $0 != "}" }
                value = self.value(String(field))
                rest = rest.dropFirst(field.count + 1)
            }
            guard let value, !value.isEmpty else { return nil }
            out += value
            rest = rest.dropFirst()
        }
        return out + rest
    }

    private func value(_ field: String) -> String? {
        switch source[field] {
        case .string(let text): text
        case .number(let text): text
        case .array(let list):
            list.map { TelegramText.plain($0["text"] ?? $0) }.joined(separator: ", ")
        case .null: ["from", "to"].contains(field) ? "Deleted Account" : nil
        case .object, .bool, nil: nil
        }
    }

    /// The sum of a payment, which is stored in the smallest unit of its currency.
    private var amount: String? {
        guard let amount = source.count("amount"), let currency = source.text("currency") else {
            return nil
        }
        return "\(Money.text(smallestUnits: amount, of: currency)) \(currency)"
    }
}

/// Telegram's texts: `text_entities`, or `text` as a string or a mixed array.
enum TelegramText {
    static func blocks(_ message: JSONValue) -> [TextBlock] {
        bodyBuilder(message).blocks
    }

    static func plain(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .array(let parts):
            parts.map { $0.string ?? $0.text("text") ?? "" }.joined()
        // Polls of newer versions wrap their texts.
        case .object: plain(value?["text"])
        case .null, .bool, .number, nil: ""
        }
    }

    private static func bodyBuilder(_ message: JSONValue) -> Body.Builder {
        var bodyBuilder = Body.Builder()
        let entities = message.list("text_entities")
        guard entities.isEmpty else {
            for entity in entities { append(entity, to: &bodyBuilder) }
            return bodyBuilder
        }
        switch message["text"] {
        case .string(let text): bodyBuilder.append(text)
        case .array(let parts):
            for part in parts {
                if let text = part.string {
                    bodyBuilder.append(text)
                } else {
                    append(part, to: &bodyBuilder)
                }
            }
        case .null, .bool, .number, .object, nil: break
        }
        return bodyBuilder
    }

    private static func append(_ entity: JSONValue, to bodyBuilder: inout Body.Builder) {
        guard let text = entity.text("text") else { return }
        bodyBuilder.append(text, kind(entity, text))
    }

    private static func kind(_ entity: JSONValue, _ text: String) -> TextMark.Kind? {
        switch entity.text("type") {
        case "bold": .entity(.bold)
        case "italic": .entity(.italic)
        case "underline": .entity(.underline)
        case "strikethrough": .entity(.strike)
        case "spoiler": .entity(.spoiler)
        case "code": .entity(.code)
        case "pre": .code(language: entity.text("language"))
        case "blockquote": .quote
        case "mention", "mention_name": .entity(.mention)
        case "hashtag", "cashtag", "bot_command": .entity(.hashtag)
        case "text_link": entity.text("href").flatMap(Link.mark)
        case "link": Link.mark(text.holds("://") ? text : "https://" + text)
        case "email": Link.mark("mailto:" + text)
        case "phone": Link.mark("tel:" + text.filter { !$0.isWhitespace })
        case "custom_emoji":
            TelegramEmoji.name(entity).map { .entity(.customEmoji(name: $0)) }
        default: nil
        }
    }
}
