import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct ContentRelationTests {
    private func thread(_ root: Int? = nil, replies: Int? = nil) -> Thread {
        var thread = Thread()
        thread.index = root
        thread.replies = replies
        return thread
    }

    private func talk(_ lines: [String], _ change: (inout [Message]) -> Void) -> Conversation {
        var conversation = Talk.conversation(lines)
        change(&conversation.messages)
        return conversation
    }

    private func rows(_ conversation: Conversation, look: String = "imessage") -> [PlacedRow] {
        let transcript = Talk.transcript(conversation, theme: Looks.named(look))
        return transcript.rows.indices.map { transcript.placedRow($0) }
            .filter { $0.message != nil }
    }

    @Test func repliesAreIndentedUnderTheFirstMessageOfTheirThread() {
        let plain = rows(talk(["<head", "<reply", ">mine", "<else"]) { _ in })
        let threaded = rows(
            talk(["<head", "<reply", ">mine", "<else"]) { messages in
                messages[1].details.thread = thread(0)
                messages[2].details.thread = thread(0)
            })
        #expect(threaded[0].block.text.hasSuffix("2 replies"))
        #expect(threaded[1].bubbles[0].minX == plain[1].bubbles[0].minX + ThreadLine.indent)
        #expect(threaded[2].bubbles[0].maxX == plain[2].bubbles[0].maxX - ThreadLine.indent)
        #expect(threaded[3].bubbles[0].minX == plain[3].bubbles[0].minX)
    }

    @Test func laterReplyQuotesTheFirstMessageOfItsThread() {
        let rows = rows(
            talk(["<head", "<else", ">late"]) { $0[2].details.thread = thread(0) },
            look: "whatsapp")
        #expect(rows[2].block.text.contains("> Ben Berg: head"))
    }

    @Test func quotationOfAMessageWithoutTextNamesItsContent() {
        let rows = rows(
            talk(["<a", "<b", "<c", ">d", ">e", ">f"]) { messages in
                for index in 0..<3 { messages[index].body = [] }
                messages[0].details.poll = Poll()
                messages[0].details.poll?.question = "Where to?"
                messages[1].details.deleted = Deleted()
                for index in 3..<6 {
                    messages[index].details.replyTo = Reply()
                    messages[index].details.replyTo?.index = index - 3
                }
            }, look: "whatsapp")
        #expect(rows[3].block.text.contains("Poll: Where to?"))
        #expect(rows[4].block.text.contains("This message was deleted"))
        #expect(!rows[5].block.text.contains("not in this conversation"))
    }

    @Test func threadShowsTheStatedNumberOfRepliesEvenIfFewerArePresent() {
        let rows = rows(
            talk(["<head", "<reply"]) { messages in
                messages[0].details.thread = thread(replies: 12)
                messages[1].details.thread = thread(0)
            })
        #expect(rows[0].block.text.hasSuffix("12 replies"))
    }

    @Test func customEmojiReservesTheSpaceOfItsPictureAndKeepsItsNameAsText() throws {
        let rich = RichText(
            "So :parrot: it",
            [Entity(0..<14, .bold), Entity(3..<11, .customEmoji(name: "parrot"))])
        let inline = try #require(InlinePictures(rich, ["parrot": PictureID(7)]))
        #expect(inline.substitute.text == "So ⬜ it")
        #expect(inline.substitute.entities.map(\.range) == [0..<9, 3..<6])
        let style = TextStyle(families: [], size: 16, lineHeight: 20)
        let shaped = MonospaceMeasurer().shape(
            StyledText(inline.substitute.text, style: style, color: .black), width: 300)
        let restored = inline.restored(shaped)
        #expect(restored.text == "So :parrot: it")
        #expect(restored.lines.map(\.text) == [0..<14])
        // The three bytes of the placeholder, then the space after the name.
        #expect(restored.glyphs.map(\.cluster).suffix(3) == [11, 12, 13])
    }

    @Test func textThatIsAlreadyOneEmojiKeepsTheEmojiUnderItsPicture() throws {
        let rich = RichText("👍", [Entity(0..<4, .customEmoji(name: "1"))])
        #expect(try #require(InlinePictures(rich, ["1": PictureID(0)])).substitute == rich)
    }

    @Test func customEmojiWithoutAPictureIsShownAsText() throws {
        var message = Message()
        message.body = [
            .paragraph(RichText("So :x:", [Entity(3..<6, .customEmoji(name: "nobody's"))]))
        ]
        let piece = try #require(Composition(message).pieces.first as? TextPiece)
        #expect(piece.shaped.runs.allSatisfy { $0.color.alpha == 255 })
        #expect(piece.pictures == nil)
    }

    @Test func screenReadersGetTheSenderAndTheStatusOfAMessage() {
        let rows = rows(
            talk(["<Hi", "<there", ">Hello"]) { messages in
                messages[1].details.reactions = [Reaction(emoji: "👍", count: 2)]
                messages[2].status = .read
            })
        #expect(rows.map(\.block.text) == ["Ben Berg\nHi", "there\n👍 2", "Ana\nHello\nRead"])
    }

    @Test func readTimeIsBesideTheStatusWithTheDateIfItDiffers() {
        func state(after seconds: Int64) -> String? {
            let conversation = talk([">Hello"]) { messages in
                messages[0].status = .read
                let sent = messages[0].at?.milliseconds ?? 0
                messages[0].details.readAt = Moment(milliseconds: sent + seconds * 1_000)
            }
            return rows(conversation)[0].block.text.split(separator: "\n").last.map(String.init)
        }
        let plain = { (words: String?) in words?.replacing("\u{202F}", with: " ") }
        #expect(plain(state(after: 60)) == "Read 9:41 AM")
        #expect(plain(state(after: 86_400)) == "Read Jun 1, 2026 9:40 AM")
    }

    @Test(arguments: Looks.catalog.names)
    func failedMessageShowsItsStatusEvenIfOtherMessagesFollow(look: String) {
        let conversation = talk([">one", ">two", "<three"]) { $0[0].status = .failed }
        let theme = Looks.named(look)
        let layout = Layout(
            conversation, theme: theme, options: Options(), width: theme.width,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale))
        let shown = layout.entries.compactMap { entry -> Bool? in
            if case .message(let message) = entry { message.showsStatus } else { nil }
        }
        #expect(shown.first == true)
    }

    @Test(arguments: [
        ("whatsapp", "⊘ This message was deleted", "⊘ You deleted this message", false),
        ("imessage", "Ben Berg unsent a message", "You unsent a message", true),
        ("messenger", "Ben Berg unsent a message", "You unsent a message", true),
        ("wechat", "“Ben Berg” recalled a message", "You recalled a message", true),
        ("snapchat", "Ben Berg deleted a Chat", "You deleted a Chat", true),
        ("matrix", "🗑︎ Message deleted", "🗑︎ Message deleted", false),
        ("signal", "This message was deleted", "You deleted this message", false),
    ])
    func deletedMessageHasTheWordsOfItsAppInANoticeIfTheAppShowsOne(
        look: String, theirs: String, mine: String, isNotice: Bool
    ) {
        let rows = rows(
            talk(["<a", ">b", "<c"]) { messages in
                for index in 0...1 {
                    messages[index].body = []
                    messages[index].details.deleted = Deleted()
                }
            }, look: look)
        #expect(rows[0].block.text.contains(theirs) && rows[1].block.text.contains(mine))
        #expect(rows.map { $0.bubbles.isEmpty } == [isNotice, isNotice, false])
    }

    @Test func noticeOfADeletionKeepsReactionsAndAnEventItsOwnSentence() {
        let rows = rows(
            talk(["<a", "<b"]) { messages in
                for index in 0...1 {
                    messages[index].body = []
                    messages[index].details.deleted = Deleted()
                }
                messages[0].details.reactions = [Reaction(emoji: "👍", count: 2)]
                messages[1].kind = .system
                messages[1].details.system = SystemEvent(action: "group_created")
            })
        #expect(rows[0].block.text == "Ben Berg unsent a message\n👍 2")
        #expect(rows[1].block.text.contains("This message was deleted"))
        #expect(!rows[1].block.text.contains("unsent"))
    }

    @Test(arguments: ["messenger", "instagram"])
    func quotationOutsideTheBubbleSaysWhoRepliedToWhom(look: String) {
        let rows = rows(
            talk(["<a", ">b", "<c", ">d", "<e"]) { messages in
                for (index, quoted) in [(1, 0), (2, 1), (3, 1), (4, 0)] {
                    messages[index].details.replyTo = Reply()
                    messages[index].details.replyTo?.index = quoted
                }
            }, look: look)
        let sentences = [
            "You replied to Ben Berg", "Ben Berg replied to you", "You replied to yourself",
            "Ben Berg replied to themself",
        ]
        for (row, sentence) in zip(rows.dropFirst(), sentences) {
            #expect(row.block.text.contains(sentence), "\(row.block.text)")
        }
    }

    @Test func deletedMessageWithKnownTextIsShownAndMarked() {
        var message = Message { $0.deleted = Deleted() }
        #expect(Composition(message).text == "Ben unsent a message")
        message.body = [.paragraph(RichText("Hi"))]
        #expect(Composition(message).text == "Hi\nBen unsent a message")
        #expect(Composition(message, isMine: true).text == "Hi\nYou unsent a message")
        message.details.deleted?.by = "Ana"
        #expect(Composition(message).text == "Hi\nYou unsent a message")
    }

    @Test(arguments: ["classic-sms", "susi"])
    func textOnlyThemesShowReactionsAsText(look: String) {
        let rows = rows(
            talk(["<Hi"]) { $0[0].details.reactions = [Reaction(emoji: "👍", count: 2)] },
            look: look)
        #expect(rows[0].block.text == "Ben Berg\nHi\n👍 2")
    }

    @Test func translationIsLabeledAsSuchWithItsLanguageIfKnown() throws {
        var message = Message { $0.translation = Translation(text: "Hello") }
        message.body = [.paragraph(RichText("Hallo"))]
        #expect(Composition(message).text == "Hallo\nTranslation\nHello")
        message.details.translation?.language = "en"
        #expect(Composition(message).text == "Hallo\nTranslation · English\nHello")
        let made = Composition(message, locale: "de-DE")
        #expect(made.text == "Hallo\nÜbersetzung · Englisch\nHello")
        let runs = made.rowNodes().flatMap(\.texts).filter { $0.text == "Hello" }.flatMap(\.runs)
        #expect(!runs.isEmpty)
        for run in runs {
            #expect(run.size < made.composer.theme.text.body.size)
            #expect(run.color == made.composer.style.secondaryColor)
        }
    }

    /// Sent at 9:40 and edited at 10:25.
    private func edited(_ look: String, allDetails: Bool = false) -> [String] {
        let conversation = talk(["<Hello"]) {
            $0[0].details.edited = Edited()
            $0[0].details.edited?.at = Moment(milliseconds: 1_780_223_100_000)
        }
        var options = Options()
        options.show.times = .each
        options.timeFormat = .h24
        if allDetails { options.showAllDetails() }
        let transcript = Talk.transcript(conversation, theme: Looks.named(look), options: options)
        return transcript.rows.indices.flatMap {
            transcript.placedRow($0).block.nodes.flatMap(\.words)
        }.filter { $0.lowercased().contains("edited") }
    }

    @Test(arguments: [
        ("whatsapp", "Edited 09:40"), ("signal", "Edited 09:40"), ("telegram", "edited 09:40"),
        ("teams", "Edited 09:40"), ("slack", "Hello (edited)"), ("discord", "Hello (edited)"),
        ("matrix", "Hello (edited)"), ("irc", "Hello (edited)"), ("imessage", "09:40 · Edited"),
        ("messenger", "Edited"), ("instagram", "Edited"), ("snapchat", "Edited"),
        ("kakaotalk", "Edited\n09:40"), ("print", "09:40 · Edited 10:25"),
    ])
    func editIsMarkedAsInTheApp(look: String, words: String) { #expect(edited(look) == [words]) }

    @Test(arguments: Looks.catalog.names.filter { !["classic-sms", "susi"].contains($0) })
    func onlyDocumentsShowTheTimeOfAnEdit(look: String) {
        #expect(edited(look).allSatisfy { $0.contains("10:25") } == (look == "print"))
        #expect(edited(look, allDetails: true).contains { $0.contains("10:25:00") })
    }

    @Test func editedIsSmallInTheSecondaryColorAndPartOfTheLastParagraph() throws {
        var message = Message { $0.edited = Edited() }
        message.body = [.paragraph(RichText("One")), .paragraph(RichText("Two"))]
        let made = Composition(message, look: "slack")
        #expect(made.text == "One\nTwo (edited)")
        let style = made.composer.style
        var builder = StyledTextBuilder(
            style: style, texts: made.composer.theme.text, direction: .automatic, language: nil)
        builder.suffix = "(edited)"
        let spans = builder.styled(RichText("Two (edited)"), for: MonospaceMeasurer()).spans
        #expect(spans.map(\.color) == [style.secondaryColor] && (spans[0].scale ?? 1) < 1)
        message.body = [.code(language: nil, text: "let a = 1")]
        #expect(Composition(message, look: "slack").text.hasSuffix("\n(edited)"))
        message.body = [.paragraph(RichText("😀"))]
        #expect(Composition(message, look: "slack").text == "😀 (edited)")
        #expect(Composition(message, look: "slack", locale: "de-DE").text == "😀 (bearbeitet)")
    }

    @Test func participantsOwnWordsAreShownInFull() {
        let words = Array(repeating: "words", count: 100).joined(separator: " ")
        let cards = [
            Message {
                var poll = Poll()
                poll.question = words
                poll.options = [Poll.Option(text: words)]
                $0.poll = poll
            },
            Message {
                $0.payment = Payment(amount: "5")
                $0.payment?.note = words
            },
            Message {
                var location = Location()
                location.name = words
                location.address = words
                $0.location = location
            },
            Message {
                var contact = Contact()
                contact.name = words
                $0.contact = contact
            },
            Message { $0.subject = words },
            Message {
                var forwarded = Forwarded()
                forwarded.from = words
                $0.forwarded = forwarded
            },
            Message([
                SentAttachment(.card) {
                    $0.title = words
                    $0.card = Card()
                    $0.card?.text = words
                }
            ]),
        ]
        for card in cards {
            let texts = Composition(card).rowNodes().flatMap(\.texts)
                .filter { $0.text.contains(words) }
            #expect(!texts.isEmpty)
            for text in texts {
                #expect(text.lines.last.map { Int($0.text.upperBound) } == text.text.utf8.count)
            }
        }
    }
}

@Suite struct ContentQuoteTests {
    /// The row of the last message, which replies to the first.
    private func answer(_ lines: [String], look: String = "imessage") -> PlacedRow {
        var conversation = Talk.conversation(lines)
        var reply = Reply()
        reply.index = 0
        conversation.messages[lines.count - 1].details.replyTo = reply
        let transcript = Talk.transcript(conversation, theme: Looks.named(look))
        return transcript.placedRow(transcript.rows.count - 1)
    }

    /// The paths of lines from quotations; no other path in these rows is open and unfilled.
    private func lines(_ row: PlacedRow) -> [Path] {
        row.block.nodes.compactMap { node in
            guard case .shape(let path, nil, .some) = node, path.elements.last != .close else {
                return nil
            }
            return path
        }
    }

    private func ends(_ path: Path) -> (Point, Point)? {
        guard case .move(let start)? = path.elements.first,
            case .line(let end)? = path.elements.last
        else { return nil }
        return (start, end)
    }

    @Test func quotationIsOnTheQuotedSendersSideWithALineToTheTopOfTheReply() throws {
        let row = answer(["<How are you?", ">Well, and what about all of yours?"])
        let (quote, bubble) = (row.bubbles[0], row.bubbles[1])
        #expect(quote.minX == 20)
        #expect(bubble.maxX == 370)
        let path = try #require(lines(row).first)
        let (start, end) = try #require(ends(path))
        #expect(start == Point(quote.maxX, quote.midY))
        #expect(end.y == bubble.minY)
        #expect((bubble.minX...bubble.maxX).contains(end.x))
        #expect(!row.block.text.contains("replied"))
    }

    @Test func onTheSameSideTheLineRunsAroundAShortReplyAndStaysOnThePage() throws {
        let row = answer([">How is everybody, and are you coming?", "<x", ">Ok"])
        let (quote, bubble) = (row.bubbles[0], row.bubbles[1])
        #expect(quote.maxX == 370)
        let path = try #require(lines(row).first)
        let (start, end) = try #require(ends(path))
        #expect(start == Point(quote.minX, quote.midY))
        #expect(end == Point(bubble.minX, bubble.midY))
        #expect(path.bounds.minX > 0)
    }

    @Test(arguments: Looks.catalog.names)
    func largeEmojiShowTheMessageTheyReplyTo(look: String) {
        #expect(answer(["<How are you?", ">😀"], look: look).block.text.contains("How are you?"))
    }

    @Test func quotationOfAnUnknownSenderIsAboveTheReply() {
        var conversation = Talk.conversation(["<Hi", ">Ok"])
        var reply = Reply()
        reply.text = "Something else"
        conversation.messages[1].details.replyTo = reply
        let transcript = Talk.transcript(conversation, theme: Looks.named("imessage"))
        #expect(transcript.placedRow(transcript.rows.count - 1).bubbles[0].maxX == 370)
    }

    @Test(arguments: ["messenger", "whatsapp"])
    func quotationsOfOtherThemesHaveNoLine(look: String) {
        #expect(lines(answer(["<How are you?", ">Well"], look: look)).isEmpty)
    }

    @Test(arguments: ["bezier", "tinted"])
    func quotationsAreAlignedWithTheBodyWithOrWithoutATail(look: String) {
        let row = answer(["<How are you?", ">No"], look: look)
        let lone = answer([">How are you?", "<x", ">No"], look: look)
        #expect(row.bubbles[0].minX == 24)
        #expect(lone.bubbles[0].maxX == 366)
    }

    @Test func failedMessageHasARedCircleBesideTheBubble() throws {
        var conversation = Talk.conversation([">Never sent", "<x"])
        conversation.messages[0].status = .failed
        let theme = Looks.named("imessage")
        let transcript = Talk.transcript(conversation, theme: theme)
        let row = try #require(
            transcript.rows.indices.map { transcript.placedRow($0) }.first { $0.message == 0 })
        let signs = row.block.nodes.compactMap { node -> Rect? in
            guard case .shape(let path, .color(theme.time.failedColor)?, _) = node else {
                return nil
            }
            return path.bounds
        }
        let sign = try #require(signs.first)
        #expect(signs.count == 1)
        #expect(sign.width == 20)
        #expect(sign.maxX == 370)
        #expect(row.bubbles[0].maxX <= sign.minX - 5)
        #expect(abs(row.bubbles[0].midY - sign.midY) < 0.01)
    }

    @Test(arguments: ["bezier", "tinted"])
    func picturesFrameIsEvenOnAllSidesIncludingTheTails(look: String) throws {
        for isMine in [false, true] {
            let message = Message([SentAttachment(.image) { $0.media = 0 }])
            let nodes = Composition(message, look: look, isMine: isMine, pictures: [Size(400, 300)])
            let row = nodes.composer.row(gap: 0).placed(
                at: 0, on: Rect(0, 0, 390, 1_000), pictures: nodes.composer.layout.pictures)
            let picture = try #require(row.block.nodes.compactMap(\.photo).first)
            let bubble = row.bubbles[0]
            let tail = 4.0
            let left = picture.minX - bubble.minX - (isMine ? 0 : tail)
            let right = bubble.maxX - picture.maxX - (isMine ? tail : 0)
            let air = picture.minY - bubble.minY
            #expect(abs(left - air) < 0.51 && abs(right - air) < 0.51, "\(left) \(right) \(air)")
            #expect(abs(bubble.maxY - picture.maxY - air) < 0.51)
        }
    }

    @Test(arguments: ["classic-sms", "susi"])
    func fixedFramesKeepPicturesAwayFromTheirEdges(look: String) throws {
        var conversation = Talk.conversation(["<", ">"])
        conversation.media = [MediaFile(bytes: [0], pointer: "")]
        for index in 0...1 {
            conversation.messages[index].body = []
            conversation.messages[index].attachments = [SentAttachment(.image) { $0.media = 0 }]
        }
        let transcript = Talk.transcript(conversation, theme: Looks.named(look))
        for index in transcript.rows.indices {
            let row = transcript.placedRow(index)
            guard row.message != nil, let bubble = row.bubbles.first else { continue }
            let picture = try #require(
                row.block.nodes.compactMap(\.photo).last { $0.height > 60 && $0 != bubble })
            #expect(picture.minX >= bubble.minX + 6 && picture.maxX <= bubble.maxX - 6)
        }
    }
}

extension Node {
    fileprivate var photo: Rect? {
        pictures.first { $0.tint == nil }?.frame
    }
}
