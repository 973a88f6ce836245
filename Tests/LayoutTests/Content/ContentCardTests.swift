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

    /// A name too long for two lines is cut in the middle and keeps its beginning and extension.
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
        let made = Composition(message)
        #expect(made.drawnWords() == ["Where?", "Poll", "Here", "There"])
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
        let made = Composition(message)
        #expect(made.text.hasPrefix("Unsupported message: game score"))
    }
}
