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
        switch source.text("media_type") {
        case "sticker": return .sticker
        case "video_message": return .video_note
        case "voice_message": return .voice
        case "animation": return .gif
        case "video_file": return .video
        case "audio_file": return .audio
        default:
            let kind = FileKind.kind(
                name: source.text("file_name") ?? name, mime: source.text("mime_type"))
            // A picture sent "as file" is still shown as a picture. Everything else is shown as a
            // file.
            return kind == .image || kind == .gif ? kind : .file
        }
    }

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
        var poll = Poll()
        poll.question = CleanText.clean(TelegramText.plain(source["question"]))
        poll.isClosed = source.flag("closed")
        poll.totalVoters = source.tally("total_voters")
        let answers = source.list("answers").prefix(100)
        // If the exporting user has not voted, every answer has 0 votes, which means that the
        // numbers are unknown.
        let isUnknown =
            (poll.totalVoters ?? 0) > 0 && answers.allSatisfy { ($0.count("voters") ?? 0) == 0 }
        poll.options = answers.map { answer in
            var option = Poll.Option(text: CleanText.line(TelegramText.plain(answer["text"])))
            option.votes = isUnknown ? nil : answer.tally("voters")
            option.isChosen = answer.flag("chosen")
            return option
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
            let currency = invoice.text("currency").map(CleanText.line)
            var payment = Payment(
                amount: Money.text(smallestUnits: invoice.count("amount") ?? 0, of: currency))
            payment.currency = currency
            payment.note = invoice.text("title").map(CleanText.line)
            message.details.payment = payment
        }
        if let title = source.text("game_title") {
            var link = LinkPreview(url: Link.url(source.text("game_link") ?? "") ?? "")
            link.title = CleanText.line(title)
            link.summary = source.text("game_description").map(CleanText.line)
            message.details.link = link
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
