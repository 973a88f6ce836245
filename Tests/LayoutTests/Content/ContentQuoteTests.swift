import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

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
        let row = transcript.placedRow(transcript.rows.count - 1)
        #expect(row.bubbles[0].maxX == 370)
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
            let nodes = Composition(
                message, look: look, isMine: isMine, pictures: [Size(400, 300)])
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
