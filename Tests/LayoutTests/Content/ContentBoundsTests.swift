import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// No piece is wider than its bubble or draws outside its frame, whatever its content.
@Suite struct ContentBoundsTests {
    @Test(arguments: Composition.lookNames)
    func piecesStayInTheirFrames(look: String) throws {
        var generator = MessageGenerator(seed: look)
        for round in 0..<24 {
            let width = [160.0, 280, 390, 820][round % 4]
            let made = Composition(
                generator.message(), look: look, mode: round % 3 == 0 ? .dark : .light,
                width: width, isMine: round % 2 == 0,
                locale: ["en", "ar", "de", "hi"][round / 4 % 4],
                pictures: MessageGenerator.pictures)
            checkRow(of: made, round)
            for content in made.contents {
                for piece in content.pieces {
                    check(piece, in: made, round, isBare: content.isBare)
                }
            }
        }
    }

    private func check(_ piece: any Piece, in made: Composition, _ round: Int, isBare: Bool) {
        let most =
            piece.bleeds
            ? made.composer.mediaWidth
            : isBare ? made.composer.maxWidth : made.composer.maxContentWidth
        let kind = "\(type(of: piece)) in round \(round)"
        #expect(piece.size.width <= most + 0.01, "\(kind) is too wide")
        #expect(piece.size.width.isFinite && piece.size.height.isFinite, "\(kind) has no size")
        #expect(piece.size.height >= 0 && piece.size.height < 100_000, "\(kind) is too tall")
        #expect(
            piece.breaks.allSatisfy { $0 > 0 && $0 < piece.size.height }
                && piece.breaks == piece.breaks.sorted(), "\(kind) has a break outside its frame")
        for extra in [0, most - piece.size.width] where extra >= 0 {
            let frame = Rect(11, 23, piece.size.width + extra, piece.size.height)
            let clip = piece.bleeds ? Path.rounded(frame, 12) : nil
            for node in made.nodes(of: piece, in: frame, clip: clip) {
                guard let ink = node.ink else { continue }
                #expect(
                    // Half a hairline may extend beyond each edge.
                    frame.inset(by: -0.5).contains(ink),
                    "\(kind) draws \(ink) outside \(frame)")
            }
        }
    }

    /// With times, ticks and tails.
    private func checkRow(of made: Composition, _ round: Int) {
        let canvas = Rect(0, 0, made.composer.layout.width, 1_000_000)
        let block = made.composer.row(gap: 0).placed(
            at: 500, on: canvas, pictures: made.composer.layout.pictures
        ).block
        #expect(canvas.contains(block.ink), "the row of round \(round) leaves the canvas")
        for node in block.nodes {
            guard let ink = node.ink else { continue }
            #expect(
                block.ink.inset(by: -0.1).contains(ink),
                "the row of round \(round) draws \(ink) outside \(block.ink)")
        }
    }
}

/// Whole conversations of generated messages: rows do not overlap, nothing leaves the canvas, and
/// no content is lost.
@Suite struct ConversationBoundsTests {
    private static let looks = Looks.catalog.names

    @Test(arguments: looks)
    func rowsDoNotOverlapOrDisappear(look: String) {
        var generator = MessageGenerator(seed: look + " rows")
        for round in 0..<4 {
            let placed = transcript(look, round, &generator)
            var foot = -Double.infinity
            for row in placed.rows {
                check(
                    row, below: foot, on: placed.canvas, hasFrames: placed.hasFrames,
                    "\(look), round \(round)")
                foot = row.block.frame.maxY
            }
            let messages = Set(placed.rows.compactMap(\.message))
            #expect(messages.count == placed.count, "\(look) loses messages")
        }
    }

    private struct Placed {
        let rows: [PlacedRow]
        let canvas: Rect
        let count: Int
        let hasFrames: Bool
    }

    private func transcript(
        _ look: String, _ round: Int, _ generator: inout MessageGenerator
    ) -> Placed {
        var conversation = Conversation()
        conversation.kind = round % 2 == 0 ? .group : .direct
        conversation.locale = ["en", "he", "de", "ar"][round]
        conversation.participants = ["Ana", "Ben Berg", "شيماء", String(repeating: "x", count: 90)]
            .map { Participant(id: $0, name: $0) }
        conversation.me = 0
        conversation.emoji = [CustomEmoji(name: "a", media: 0)]
        for number in 0..<10 {
            var message = generator.message()
            message.from = (number * 7 + round) % 4
            message.at = Moment(milliseconds: 1_780_220_400_000 + Int64(number) * 40_000)
            conversation.messages.append(message)
        }
        let theme = Looks.named(look, round % 2 == 0 ? .light : .dark)
        let layout = Layout(
            conversation, theme: theme, options: Options(),
            width: theme.frames == nil ? [390, 240, 640, 320][round] : theme.width,
            pictures: PictureTable(
                sizes: MessageGenerator.pictures + theme.pictures.map { _ in Size(100, 100) },
                mediaCount: MessageGenerator.pictures.count),
            language: Languages.of(conversation.locale))
        let rows = layout.rows(0..<layout.entries.count, with: MonospaceMeasurer())
        let transcript = Transcript(layout, rows: rows)
        return Placed(
            rows: rows.indices.map { transcript.placedRow($0) },
            canvas: Rect(0, 0, transcript.canvas.size.width, transcript.canvas.size.height),
            count: conversation.messages.count, hasFrames: theme.frames != nil)
    }

    private func check(
        _ row: PlacedRow, below foot: Double, on canvas: Rect, hasFrames: Bool, _ place: Comment
    ) {
        let frame = row.block.frame
        #expect(frame.minY >= foot - 0.01, place)
        #expect(frame.height > 0 && frame.height.isFinite, place)
        guard row.message != nil else { return }
        #expect(!row.block.text.isEmpty, place)
        #expect(row.block.nodes.contains { $0.ink != nil }, place)
        for bubble in row.bubbles {
            #expect(bubble.minX >= canvas.minX - 0.01, place)
            #expect(bubble.maxX <= canvas.maxX + 0.01, place)
        }
        // Fixed frames follow their published arithmetic, whatever the result.
        for text in row.texts where !hasFrames {
            #expect(text.minY >= frame.minY - 0.01 && text.maxY <= frame.maxY + 0.01, place)
        }
    }
}

/// Deterministic pseudo-random numbers.
struct SteadyNoise {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// FNV-1a.
    init(seed words: String) {
        for byte in words.utf8.prefix(256) { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    /// Knuth's linear congruential generator; its high bits are uniform enough for pictures.
    mutating func next(_ low: Double = 0, _ high: Double = 1) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return low + (high - low) * Double(state >> 40) / Double(1 << 24)
    }
}

extension Node {
    /// The bounding box; nil if the node draws nothing.
    var ink: Rect? {
        switch self {
        case .shape(let path, _, let stroke):
            path.elements.isEmpty ? nil : path.bounds.inset(by: -(stroke?.width ?? 0) / 2)
        case .text(let text, let point), .lettering(let text, let point):
            text.glyphs.isEmpty
                ? nil : Rect(point.x, point.y, text.size.width, text.size.height)
        case .picture(let picture): picture.frame
        case .link(let frame, _): frame
        case .figure(_, let nodes), .part(_, let nodes):
            nodes.compactMap(\.ink).reduce(nil) { $0?.union($1) ?? $1 }
        case .clipped(let path, _): path.bounds
        case .layer(let layer, _): layer.shown
        case .jump, .anchor, .spoken: nil
        }
    }

    var words: [String] { texts.map(\.text) }

    var texts: [ShapedText] { placedTexts.map(\.text) }

    var placedTexts: [(text: ShapedText, origin: Point)] {
        all.compactMap { if case .text(let text, let point) = $0 { (text, point) } else { nil } }
    }

    var alts: [String] {
        all.compactMap { if case .figure(let alt, _) = $0 { alt } else { nil } }
    }

    var links: [String] {
        all.compactMap { if case .link(_, let url) = $0 { url } else { nil } }
    }

    var pictures: [PlacedPicture] {
        all.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
    }

    var isShape: Bool {
        if case .shape = self { true } else { false }
    }
}

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

    mutating func attachment() -> SentAttachment {
        var attachment = SentAttachment(
            kind: SentAttachment.Kind.allCases[pick(SentAttachment.Kind.allCases.count)])
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
