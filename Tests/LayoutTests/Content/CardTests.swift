import Basics
import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct ContentCardTests {
    @Test func fileShowsItsNameItsKindAndItsSize() throws {
        let file = SentAttachment(.file) {
            $0.name = "Report 2026.pdf"
            $0.size = 48_230
        }
        let made = Composition(Message([file]))
        #expect(made.drawnWords() == ["Report 2026.pdf", "PDF · 48 KB"])
        #expect(made.text == "File: Report 2026.pdf, 48 KB")
    }

    @Test(arguments: [
        ("Minutes of the annual meeting.docx", ["Minutes of the annual", "meeting.docx"]),
        ("Contract_final_version_signed.pdf", ["Contract_final_version_", "signed.pdf"]),
    ])
    func nameTooLongForOneLineTakesTwoAndBreaksBetweenWords(name: String, lines: [String]) throws {
        #expect(try Self.shown(name) == lines)
        // The card of a missing file as well.
        #expect(try Self.shown(name, missing: "expired") == lines)
    }

    @Test(arguments: [
        "A very long name of a file that nobody would ever write by hand.docx",
        String(repeating: "report_", count: 28) + ".docx",
        String(repeating: "会议纪要", count: 80) + ".docx",
    ])
    func nameTooLongForTwoLinesIsCutInTheMiddleAndKeepsItsBeginningAndExtension(name: String) throws
    {
        let lines = try Self.shown(name)
        #expect(lines.count == 2)
        #expect(lines[0].first == name.first)
        #expect(lines.joined().contains("…"))
        #expect(lines[1].hasSuffix(".docx"))
        let made = Composition(Message([SentAttachment(.file) { $0.name = name }]))
        #expect(made.text.contains(name))
    }

    @Test func nameWithoutAPlaceToBreakStillTakesTwoLines() throws {
        let name = "Contractfinalversionofthecompanyandall.pdf"
        let lines = try Self.shown(name)
        #expect(lines.count == 2 && lines.joined() == name)
    }

    private static func shown(_ name: String, missing: String? = nil) throws -> [String] {
        let file = SentAttachment(.file) {
            $0.name = name
            $0.missing = missing
        }
        let text = try #require(Composition(Message([file])).rowNodes().flatMap(\.texts).first)
        return text.lines.map { line in
            String(
                decoding: Array(text.text.utf8)[
                    Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self)
        }
    }

    @Test(
        arguments: [
            ("a.pdf", "PDF"), ("a.tar.gz", "GZ"), ("README", nil), (".env", nil), ("a.", nil),
            ("a.verylong", nil), ("a.é", nil), ("", nil), ("a.M4A", "M4A"),
        ] as [(String, String?)])
    func fileExtensionsAreShownIfTheyAreShortAndASCII(name: String, expected: String?) {
        #expect(AttachmentCards.fileExtension(of: name) == expected)
    }

    @Test func songShowsTitlePerformerAndDuration() throws {
        let song = SentAttachment(.audio) {
            $0.title = "Gymnopédie"
            $0.performer = "Satie"
            $0.duration = 185
        }
        let made = Composition(Message([song]))
        #expect(made.drawnWords() == ["Gymnopédie", "Satie · 3:05"])
        #expect(made.text == "Audio, 3:05: Gymnopédie · Satie")
    }

    @Test func attachmentOfAnUnknownKindShowsTheNameOfTheKind() throws {
        let odd = SentAttachment(.file) { $0.unknownKind = "mini_app" }
        #expect(Composition(Message([odd])).text == "mini app: mini app")
    }

    /// A contact shows initials, numbers and addresses; numbers beyond the limit are counted.
    @Test func contactShowsInitials() throws {
        let message = Message {
            var contact = Contact()
            contact.name = "Cem Yıldız"
            contact.phones = (1...12).map { "+49 \($0)" }
            $0.contact = contact
        }
        let words = Composition(message).drawnWords()
        #expect(words.prefix(2) == ["Cem Yıldız", "+49 1"])
        #expect(words.last == "+ 4 more")
    }

    @Test(
        arguments: [
            (52.52, 13.405, "52.52000, 13.40500"), (-33.9, -0.000001, "−33.90000, 0.00000"),
            (91, 0, nil), (.nan, 0, nil), (0, .infinity, nil),
        ] as [(Double, Double, String?)])
    func coordinatesAreShownToAMeterIfTheyAreValid(
        latitude: Double, longitude: Double, expected: String?
    ) {
        var location = Location()
        location.latitude = latitude
        location.longitude = longitude
        #expect(Phrases.coordinates(location) == expected)
    }

    @Test func avatarShowsInitialsOrASilhouetteForAPhoneNumber() {
        let names = [
            "Ana Ruiz": "AR", "Ana": "A", "Olivia (Work)": "O", "Olivia (Work Phone)": "O",
            "Contact 1": "C", "Ana (": "A", "~Ana": "A", "ßeta": "ß", "李明": "李", "Ana 🌊 Sea": "AS",
            "Ana B. C. Diaz": "AD",
        ]
        for (name, letters) in names { #expect(Avatar.initials(of: name) == letters, "\(name)") }
        for name in ["+49 170 1234567", "42", "(", "", "🌊", "(Work)", "3D Print"] {
            #expect(Avatar.initials(of: name) == (name == "3D Print" ? "P" : nil), "\(name)")
        }
        func avatar(_ name: String) -> [Node] {
            var drawing = Drawing(
                frame: .zero, canvas: .zero, pictures: PictureTable(sizes: [], mediaCount: 0))
            Avatar(
                participant: Participant(id: name, name: name), ground: .black,
                style: Looks.named("imessage").avatar,
                text: Looks.named("imessage").text.sender,
                pictures: PictureTable(sizes: [], mediaCount: 0), measurer: MonospaceMeasurer()
            ).draw(in: Rect(0, 0, 30, 30), on: &drawing)
            return drawing.nodes
        }
        #expect(avatar("+49").count > 2)
        #expect(avatar("+49").allSatisfy { $0.isShape })
        #expect(!avatar("Ana").allSatisfy { $0.isShape })
    }

    @Test(arguments: ["en", "ar"])
    func everyPlaceHasTheSamePlainGridAndNoneInPrint(locale: String) throws {
        func made(_ latitude: Double, _ look: String) -> Composition {
            let message = Message {
                var location = Location()
                location.latitude = latitude
                location.longitude = 2
                location.name = "Harbour"
                location.isLive = true
                $0.location = location
            }
            return Composition(message, look: look, locale: locale)
        }
        func map(_ latitude: Double) -> [Node] {
            let made = made(latitude, "whatsapp")
            return made.nodes(of: made.pieces[0], in: Rect(0, 0, 300, 140)).flatMap { node in
                if case .figure(_, let nodes) = node { nodes } else { [node] }
            }
        }
        #expect(map(1) == map(51))
        let print = made(1, "print")
        #expect(print.pieces.count == 1)
        #expect(print.drawnWords().suffix(2) == ["Harbour", "1.00000, 2.00000"])
        #expect(!print.pieces[0].bleeds)
    }

    @Test(arguments: ["whatsapp", "print", "imessage"])
    func callersMapReplacesTheGrid(look: String) throws {
        let message = Message {
            var location = Location()
            location.name = "Harbour"
            location.picture = 0
            $0.location = location
        }
        let made = Composition(message, look: look, pictures: [Size(600, 400)])
        #expect(made.rowNodes().flatMap(\.pictures).map(\.id) == [PictureID(0)])
        #expect(made.rowNodes().flatMap(\.alts) == ["Location, Harbour"])
        #expect(made.text == "Location\nHarbour")
        // Its bytes may not be a valid picture.
        let broken = Composition(message, look: look, pictures: [nil])
        #expect(broken.rowNodes().flatMap(\.pictures).isEmpty)
    }

    @Test func placeShowsAPinItsNameAndItsAddress() throws {
        let message = Message {
            var location = Location()
            location.name = "Café Anna"
            location.address = "Main Street 1"
            location.isLive = true
            $0.location = location
        }
        let made = Composition(message)
        #expect(made.drawnWords() == ["Live location", "Café Anna", "Main Street 1"])
        #expect(made.text == "Live location\nCafé Anna\nMain Street 1")
        #expect(made.pieces[0].bleeds)
    }

    @Test func placeThatIsAlsoAnAttachmentIsShownOnce() throws {
        var message = Message { $0.location = Location() }
        message.attachments = [SentAttachment(kind: .location)]
        #expect(Composition(message).pieces.count == 1)
    }

    @Test func pollShowsVotesSharesAndTheNamesOfVoters() throws {
        let message = Message {
            var poll = Poll()
            poll.question = "Where?"
            var first = Poll.Option(text: "Here")
            first.votes = 3
            first.voters = ["Ana", "Dora"]
            first.isChosen = true
            var second = Poll.Option(text: "There")
            second.votes = 1
            poll.options = [first, second]
            poll.isClosed = true
            $0.poll = poll
        }
        let made = Composition(message, look: "android")
        let words = made.drawnWords()
        #expect(words.contains("3 · 75%") && words.contains("1 · 25%"))
        #expect(words.contains("Ana and Dora"))
        #expect(words.last == "4 votes")
        #expect(
            made.text
                == "Final results: Where?\n• Here: 3 votes (your choice) · Ana and Dora\n"
                + "• There: 1 vote\n4 votes")
    }

    @Test func pollWithoutVotesHasNoBars() throws {
        let message = Message {
            var poll = Poll()
            poll.question = "Where?"
            poll.options = [Poll.Option(text: "Here"), Poll.Option(text: "There")]
            $0.poll = poll
        }
        #expect(Composition(message).drawnWords() == ["Where?", "Poll", "Here", "There"])
    }

    @Test(arguments: ["en", "ar"])
    func pollsAnswersAndTheirVotesDoNotOverlap(locale: String) throws {
        let message = Message {
            var poll = Poll()
            var option = Poll.Option(text: "A longer answer")
            option.votes = 12_345
            poll.options = [option]
            $0.poll = poll
        }
        for width in [150.0, 160, 180, 200, 390] {
            let made = Composition(message, look: "android", width: width, locale: locale)
            let frame = Rect(0, 0, made.pieces[0].size.width, made.pieces[0].size.height)
            let texts = made.nodes(of: made.pieces[0], in: frame).flatMap(\.placedTexts)
            let isWhole = texts.allSatisfy { text, _ in
                text.lines.last.map { Int($0.text.upperBound) } == text.text.utf8.count
            }
            // The measurer's letters are as wide as their bytes.
            #expect(isWhole || locale == "ar", "\(width)")
            let frames = texts.map { Rect($1.x, $1.y, $0.size.width, $0.size.height) }
            #expect(frames.count == 4)
            #expect(frames.allSatisfy { frame.inset(by: -0.1).contains($0) }, "\(width)")
            for (index, frame) in frames.enumerated() {
                #expect(!frames[(index + 1)...].contains { $0.intersects(frame) }, "\(width)")
            }
        }
    }

    @Test func pollBreaksBetweenPagesBetweenItsAnswers() throws {
        let message = Message {
            var poll = Poll()
            poll.options = (1...5).map { Poll.Option(text: "\($0)") }
            $0.poll = poll
        }
        #expect(Composition(message).pieces[0].breaks.count == 4)
    }

    @Test(
        arguments: [
            (false, .in, .missed, nil, ["Missed voice call"]),
            (true, .in, .missed, nil, ["Missed video call"]),
            (false, .out, .missed, nil, ["Outgoing voice call", "No answer"]),
            (true, .out, .answered, 3_900, ["Outgoing video call", "1 h 5 min"]),
            (false, .in, .declined, 0, ["Incoming voice call", "Declined"]),
            (false, nil, nil, 62, ["Voice call", "1 min 2 s"]),
        ] as [(Bool, Call.Direction?, Call.Outcome?, Double?, [String])])
    func callShowsItsDirectionOutcomeAndDuration(
        isVideo: Bool, direction: Call.Direction?, outcome: Call.Outcome?, duration: Double?,
        expected: [String]
    ) throws {
        let message = Message {
            var call = Call()
            call.isVideo = isVideo
            call.direction = direction
            call.outcome = outcome
            call.duration = duration
            $0.call = call
        }
        let made = Composition(message)
        #expect(made.drawnWords() == expected)
        #expect(made.text == expected.joined(separator: ", "))
    }

    @Test func callWithoutDetailsIsShownAsACall() throws {
        var message = Message()
        message.kind = .call
        #expect(Composition(message).text == "Voice call")
    }

    @Test(
        arguments: [
            ("20", "EUR", "en-US", "€20.00"), ("20.50", "EUR", "de-DE", "20,50 €"),
            ("1250.5", "USD", "en-US", "$1,250.50"), ("1250.5", "usd", "de-DE", "1.250,50 $"),
            ("7", "€", "de-DE", "7,00 €"), ("7", "$", "en-US", "7 $"),
            ("1.5", "KWD", "en-US", "KWD 1.500"), ("12.345", "EUR", "en-US", "€12.345"),
            ("0.5", "BTC", "en-US", "0.5 BTC"), ("-5", "EUR", "en-US", "-5 EUR"),
            ("0.00000001", "BTC", "en-US", "0.00000001 BTC"),
            ("many", "beans", "en-US", "many beans"),
            ("5", nil, "en-US", "5"), ("1000000", "JPY", "ja-JP", "¥1,000,000"),
        ] as [(String, String?, String, String)])
    func amountsAreShownInTheFormatOfTheLocaleOrAsWritten(
        amount: String, currency: String?, locale: String, expected: String
    ) throws {
        let message = Message {
            var payment = Payment(amount: amount)
            payment.currency = currency
            payment.direction = .in
            $0.payment = payment
        }
        let words = Composition(message, locale: locale).drawnWords()
        #expect(words.first?.replacing("\u{A0}", with: " ") == expected)
    }

    @Test func messageOfAnUnknownKindShowsItsKindAndText() throws {
        var message = Message()
        message.kind = .unknown("game_score")
        #expect(Composition(message).text.hasPrefix("Unsupported message: game score"))
    }
}

@Suite struct CardFormTests {
    private let pdf = SentAttachment(.file) {
        $0.name = "Offer.pdf"
        $0.size = 48_230
    }

    @Test(arguments: [
        ("imessage", "PDF · 48 KB"), ("whatsapp", "48 KB · PDF"), ("telegram", "48 KB"),
        ("signal", "48 KB"), ("messenger", "48 KB"), ("instagram", "48 KB"),
        ("discord", "48 KB"), ("slack", "PDF"), ("print", "PDF · 48 KB"),
    ])
    func lineBelowAFilesNameIsThatOfTheApp(look: String, facts: String) {
        #expect(
            Composition(Message([pdf]), look: look).drawnWords().suffix(2) == ["Offer.pdf", facts])
        #expect(Composition(Message([pdf]), look: look).text == "File: Offer.pdf, 48 KB")
    }

    @Test(arguments: ["whatsapp", "discord", "slack"], [true, false])
    func contrastDoesNotChangeTheColorOfAFilesIconOrOfAMissedCall(look: String, isMine: Bool) throws
    {
        for mode in ThemeMode.allCases {
            let theme = Looks.named(look, mode)
            let fills = Composition(Message([pdf]), look: look, mode: mode, isMine: isMine)
                .rowNodes().flatMap(\.fillColors)
            #expect(fills.contains(try #require(theme.cards.file.pdf)))
            var call = Call()
            call.outcome = .missed
            #expect(CardLook.alarm(call, theme) == theme.cards.call.missed)
        }
        var call = Call()
        (call.outcome, call.direction) = (.missed, .in)
        let missed = Composition(Message { $0.call = call }, look: "whatsapp", isMine: isMine)
        #expect(missed.rowNodes().flatMap(\.fillColors).contains(Color(0xEA, 0x00, 0x38)))
    }

    @Test func sentFileHasABubbleLikeReceivedOnesInIMessageButNotInEvidence() throws {
        let made = Composition(Message([pdf]), look: "imessage", isMine: true)
        let bubble = try #require(made.composer.bubbles().first)
        #expect(bubble.sharedStyle.value == made.composer.theme.received)
        #expect(bubble.side == .right)
        let texts = made.rowNodes().flatMap(\.texts).flatMap(\.runs)
        #expect(texts.allSatisfy { $0.color != made.composer.theme.sent.textColor })
        var captioned = pdf
        captioned.caption = "Read this"
        let both = Composition(Message([captioned]), look: "imessage", isMine: true)
        #expect(both.contents.map(\.isAsReceived) == [true, false])
        #expect(
            both.composer.bubbles().map { $0.sharedStyle.value.fill }
                == [both.composer.theme.received.fill, both.composer.theme.sent.fill])
        // A theme with the time in the bubble needs one style for both.
        #expect(
            !Looks.named("whatsapp").hasReceivedCards && Looks.named("imessage").hasReceivedCards)
    }

    // MARK: Polls

    private func poll(_ look: String, closed: Bool = false, votes: Bool = true) -> [String] {
        var poll = Poll()
        poll.question = "When?"
        poll.isClosed = closed
        poll.options = ["June", "July"].map { Poll.Option(text: $0) }
        if votes { (poll.options[0].votes, poll.options[1].votes) = (3, 1) }
        let message = Message { $0.poll = poll }
        return Composition(message, look: look).rowNodes().flatMap(\.words).filter { $0 != "9:41" }
    }

    @Test(arguments: [
        ("whatsapp", ["When?", "June", "3", "July", "1", "View votes"]),
        ("signal", ["When?", "Poll", "June", "3", "July", "1", "View votes"]),
        ("telegram", ["When?", "Poll", "75%", "June", "25%", "July", "4 votes"]),
        ("discord", ["When?", "June", "3 · 75%", "July", "1 · 25%", "4 votes"]),
        ("instagram", ["When?", "Poll", "June", "75%", "July", "25%", "4 votes"]),
        ("print", ["When?", "Poll", "June", "3 · 75%", "July", "1 · 25%", "4 votes"]),
    ])
    func pollHasTheNumbersOfTheApp(look: String, words: [String]) {
        #expect(poll(look) == words)
        #expect(poll(look, closed: true).contains("Final results"))
    }

    @Test func pollWithoutVotesHasNeitherPercentagesNorAButton() {
        #expect(poll("whatsapp", votes: false) == ["When?", "June", "July"])
        #expect(poll("telegram", votes: false) == ["When?", "Poll", "June", "July"])
    }

    @Test(arguments: Looks.catalog.names, ThemeMode.allCases)
    func textOnAFilledAnswerIsLegible(look: String, mode: ThemeMode) throws {
        var poll = Poll()
        poll.options = [Poll.Option(text: "June")]
        for isMine in [true, false] where Looks.named(look, mode).cards.poll.answers == .boxes {
            let made = Composition(
                Message { $0.poll = poll }, look: look, mode: mode, isMine: isMine)
            let piece = try #require(made.pieces.first as? PollPiece)
            let card = CardLook(made.composer).on(Looks.named(look, mode).cards.poll.ground)
            #expect(card.style.textColor.contrast(with: piece.boxFill.over(card.ground)) >= 4.5)
        }
    }

    // MARK: Calls

    private func rows(
        _ look: String, _ direction: Call.Direction?, mine: Bool = false,
        _ change: (inout Message) -> Void = { _ in }
    ) -> [(entry: Entry, row: PlacedRow)] {
        var conversation = Talk.conversation([mine ? ">" : "<"])
        var call = Call()
        (call.direction, call.duration) = (direction, 65)
        conversation.messages[0].kind = .call
        conversation.messages[0].body = []
        conversation.messages[0].details.call = call
        change(&conversation.messages[0])
        var options = Options()
        options.show.dates = false
        let transcript = Talk.transcript(conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.map {
            (transcript.layout.entries[$0], transcript.placedRow($0))
        }
    }

    @Test(arguments: ["imessage", "signal", "discord"])
    func callIsALineInTheAppsWayAndNamesWhoCalledIfNothingElseDoes(look: String) {
        func words(_ direction: Call.Direction?, mine: Bool = false) -> [String] {
            rows(look, direction, mine: mine).flatMap { $0.row.block.nodes.flatMap(\.words) }
        }
        #expect(words(.in) == ["Incoming voice call · 1 min 5 s"])
        #expect(words(nil) == ["Ben Berg · Voice call · 1 min 5 s"])
        #expect(words(nil, mine: true) == ["You · Voice call · 1 min 5 s"])
        #expect(rows(look, .in).allSatisfy { if case .note = $0.entry { true } else { false } })
        // Nothing that belongs to the message is lost.
        let reacted = rows(look, .in) { $0.details.reactions = [Reaction(emoji: "👍")] }
        #expect(reacted.contains { if case .message = $0.entry { true } else { false } })
    }

    @Test(arguments: ["messenger", "instagram"])
    func onlyOthersCallsHaveAButton(look: String) {
        func hasButton(_ direction: Call.Direction?, mine: Bool) -> Bool {
            rows(look, direction, mine: mine).flatMap { $0.row.block.nodes.flatMap(\.words) }
                .contains("Call back")
        }
        #expect(hasButton(.in, mine: false) && hasButton(nil, mine: false))
        #expect(!hasButton(.out, mine: true) && !hasButton(nil, mine: true))
    }

    @Test func arrowShowsTheDirectionOfACallInTelegram() {
        let incoming = rows("telegram", .in).flatMap { $0.row.block.nodes.flatMap(\.words) }
        #expect(incoming.contains("↙ 1 min 5 s"))
        let outgoing = rows("telegram", .out, mine: true).flatMap {
            $0.row.block.nodes.flatMap(\.words)
        }
        #expect(outgoing.contains("↗ 1 min 5 s"))
    }

    // MARK: Voice messages

    @Test func sendersPictureIsAtTheInnerEdgeOfAVoiceMessageInWhatsApp() throws {
        func letters(isMine: Bool) throws -> (x: Double, width: Double) {
            let voice = SentAttachment(.voice) {
                $0.duration = 12
                $0.waveform = [1, 2, 3]
            }
            let made = Composition(Message([voice]), look: "whatsapp", isMine: isMine)
            let piece = try #require(made.pieces.first as? VoicePiece)
            let nodes = made.nodes(of: piece, in: Rect(0, 0, piece.size.width, piece.size.height))
            let x = nodes.compactMap { node -> Double? in
                if case .lettering(_, let point) = node { point.x } else { nil }
            }.first
            return (try #require(x), piece.size.width)
        }
        let (mine, theirs) = (try letters(isMine: true), try letters(isMine: false))
        #expect(mine.x < 36)
        #expect(theirs.x > theirs.width - 36)
    }

    // MARK: Links

    @Test func linkPreviewHasABarAtItsStartInDiscordAndSlack() {
        for look in ["discord", "slack"] {
            let made = Composition(
                Message { $0.link = LinkPreview(url: "https://example.com") }, look: look)
            let bar = made.composer.theme.cards.link.bar
            #expect(bar != nil && made.rowNodes().flatMap(\.fillColors).contains { $0 == bar })
        }
    }
}

extension Node {
    var fillColors: [Color] {
        all.compactMap {
            if case .shape(_, .color(let color)?, _) = $0 { color } else { nil }
        }
    }
}

@Suite struct LinkCardTests {
    @Test func previewShowsSiteTitleDescriptionAndHostAndLinksToItsPage() throws {
        let message = Message {
            var link = LinkPreview(url: "https://www.example.com/a")
            link.title = "Title"
            link.summary = "What it is about"
            link.site = "Example"
            $0.link = link
        }
        let made = Composition(message)
        #expect(made.drawnWords() == ["Example", "Title", "What it is about", "example.com"])
        let piece = made.pieces[0]
        let frame = Rect(0, 0, piece.size.width, piece.size.height)
        #expect(made.nodes(of: piece, in: frame).flatMap(\.links) == ["https://www.example.com/a"])
    }

    @Test(arguments: [
        ("https://a.b", true), ("HTTP://a.b", true), ("mailto:a@b.c", true),
        ("javascript:alert(1)", false), ("file:///etc/passwd", false), ("", false),
        ("data:text/html,x", false),
    ])
    func onlyWebAndMailLinksAreActive(url: String, isSafe: Bool) {
        #expect((LinkPiece.safe(url) != nil) == isSafe)
    }

    @Test(arguments: [
        ("https://www.example.com/a?b", "example.com"),
        ("http://a@b.example:8080", "b.example:8080"),
        ("no address", "no address"), ("https://", ""),
    ])
    func urlIsShownAsItsHost(url: String, host: String) {
        #expect(LinkPiece.host(of: url) == host)
    }

    @Test func widePictureIsAboveTheTextASmallOneBesideIt() throws {
        let message = Message {
            $0.link = LinkPreview(url: "https://a.b")
            $0.link?.picture = 0
        }
        let wide = Composition(message, pictures: [Size(1200, 630)])
        let small = Composition(message, pictures: [Size(120, 120)])
        #expect((wide.pieces[0] as? LinkPiece)?.bannerHeight ?? 0 > 80)
        #expect((small.pieces[0] as? LinkPiece)?.thumbnail != nil)
    }
}
