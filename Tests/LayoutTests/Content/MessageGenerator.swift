import Model
import Scene

@testable import Layout

/// Messages of every kind with any amount of data: none, a little, far too much, nonsense.
struct MessageGenerator {
    private var noise: SteadyNoise
    /// The pictures that messages refer to: photos of all shapes, and an unreadable one.
    static let pictures: [Size?] = [
        Size(4032, 3024), Size(1, 9000), Size(9000, 1), Size(64, 64), nil, Size(300, 1200),
    ]

    private static let markdown = """
        # Heading

        > quote

        1. one
        2. two

        ```swift
        let x = 1
        ```

        |a|b|
        |-|-|
        |1|2|
        """

    init(seed: String) { noise = SteadyNoise(seed: seed) }

    private mutating func pick(_ count: Int) -> Int {
        min(Int(noise.next() * Double(count)), count - 1)
    }

    private mutating func maybe() -> Bool { noise.next() < 0.5 }

    mutating func text() -> String {
        switch pick(8) {
        case 0: ""
        case 1: "a"
        case 2: String(repeating: "word ", count: 150)
        case 3: String(repeating: "x", count: 900)
        case 4: "one\ntwo\n\nthree"
        case 5: "مرحبا كيف حالك"
        case 6: "👨‍👩‍👧‍👦 family"
        default: "A few words"
        }
    }

    private mutating func words() -> String? { maybe() ? text() : nil }

    private mutating func number() -> Double? {
        [nil, 0, -5, 3.4, 75, 1e300, -.infinity, .nan, .infinity][pick(9)]
    }

    private mutating func count() -> Int? { [nil, 0, 1, 17, .max, .min][pick(6)] }

    private mutating func media() -> Int? { maybe() ? pick(8) : nil }

    private mutating func names() -> [String] {
        return (0..<[0, 1, 3, 40][pick(4)]).map { _ in text() }
    }

    mutating func attachment() -> Attachment {
        var attachment = Attachment(
            kind: Attachment.Kind.allCases[pick(Attachment.Kind.allCases.count)])
        attachment.unknownKind = noise.next() < 0.1 ? "app_clip" : nil
        attachment.media = media()
        attachment.name = words()
        attachment.size = count()
        attachment.width = number()
        attachment.height = number()
        attachment.duration = number()
        attachment.waveform = (0..<[0, 1, 30, 2_000][pick(4)]).map { Float($0 % 91) - 3 }
        if noise.next() < 0.1 { attachment.waveform = [.nan, .infinity, 0] }
        attachment.title = words()
        attachment.performer = words()
        attachment.caption = words()
        attachment.alt = words()
        attachment.transcript = words()
        attachment.missing = noise.next() < 0.3 ? text() : nil
        if attachment.kind == .card || noise.next() < 0.1 { attachment.card = card() }
        return attachment
    }

    mutating func message() -> Message {
        var message = Message()
        message.id = words()
        message.attachments = (0..<[0, 1, 2, 3, 4, 7, 34][pick(7)]).map { _ in attachment() }
        message.status = ([nil] + Message.Status.allCases)[pick(7)]
        message.body = body()
        message.details.isPinned = maybe()
        message.details.edited = maybe() ? Edited() : nil
        if noise.next() < 0.1 { message.kind = .call }
        if noise.next() < 0.1 { message.kind = .unknown(text()) }
        if noise.next() < 0.2 { message.details.poll = poll() }
        if noise.next() < 0.2 { message.details.call = call() }
        if noise.next() < 0.2 { message.details.link = link() }
        if noise.next() < 0.2 { message.details.payment = payment() }
        if noise.next() < 0.2 { message.details.location = location() }
        if noise.next() < 0.2 { message.details.contact = contact() }
        if noise.next() < 0.4 { relate(&message.details) }
        return message
    }

    private mutating func body() -> [TextBlock] {
        let text = text()
        switch pick(6) {
        case 0: return []
        case 1: return TextFormat.markdown.blocks(MessageGenerator.markdown)
        case 2:
            // A custom emoji at each end.
            let whole = ":a:" + text + ":b:"
            let end = whole.utf8.count
            return [
                .paragraph(
                    RichText(
                        whole,
                        [
                            Entity(0..<3, .customEmoji(name: "a")),
                            Entity(end - 3..<end, .customEmoji(name: maybe() ? "b" : "?")),
                        ]))
            ]
        default: return text.isEmpty ? [] : [.paragraph(RichText(text))]
        }
    }

    private mutating func relate(_ details: inout MessageDetails) {
        details.subject = words()
        details.effect = words()
        if maybe() {
            var reply = Reply()
            reply.from = words()
            reply.text = words()
            reply.index = maybe() ? 0 : nil
            details.replyTo = reply
        }
        if maybe() {
            details.forwarded = Forwarded()
            details.forwarded?.from = words()
        }
        if maybe() { details.translation = Translation(text: text()) }
        if maybe() {
            details.thread = Thread()
            details.thread?.index = maybe() ? 0 : nil
            details.thread?.replies = count()
        }
        details.reactions = (0..<[0, 1, 3, 60][pick(4)]).map { number in
            var reaction = Reaction(emoji: ["👍", ":a:", text()][pick(3)], count: number * 7)
            reaction.picture = media()
            reaction.by = names()
            reaction.isMine = maybe()
            return reaction
        }
        if noise.next() < 0.1 { details.deleted = Deleted() }
    }

    private mutating func card() -> Card {
        var card = Card()
        card.text = words()
        card.url = words()
        card.buttons = (0..<[0, 1, 2, 50][pick(4)]).map { _ in
            Card.Button(text: text(), url: maybe() ? "https://example.com" : nil)
        }
        return card
    }

    private mutating func poll() -> Poll {
        var poll = Poll()
        poll.question = text()
        poll.isClosed = maybe()
        poll.totalVoters = count()
        poll.options = (0..<[0, 1, 4, 90][pick(4)]).map { _ in
            var option = Poll.Option(text: text())
            option.votes = count()
            option.voters = names()
            option.isChosen = maybe()
            return option
        }
        return poll
    }

    private mutating func call() -> Call {
        var call = Call()
        call.isVideo = maybe()
        call.direction = [nil, .in, .out][pick(3)]
        call.outcome = ([nil] + Call.Outcome.allCases)[pick(7)]
        call.duration = number()
        return call
    }

    private mutating func link() -> LinkPreview {
        var link = LinkPreview(
            url: ["https://www.example.com/a", "javascript:alert(1)", "", "http://a@b:1"][pick(4)])
        link.title = words()
        link.summary = words()
        link.site = words()
        link.picture = media()
        return link
    }

    private mutating func payment() -> Payment {
        var payment = Payment(amount: ["20", "19.99", "", "0.00000001", "many"][pick(5)])
        payment.currency = [nil, "EUR", "BTC", "euros", ""][pick(5)]
        payment.note = words()
        payment.direction = [nil, .in, .out][pick(3)]
        return payment
    }

    private mutating func location() -> Location {
        var location = Location()
        location.latitude = number()
        location.longitude = number()
        location.name = words()
        location.address = words()
        location.isLive = maybe()
        return location
    }

    private mutating func contact() -> Contact {
        var contact = Contact()
        contact.name = text()
        contact.phones = names()
        contact.emails = names()
        return contact
    }
}
