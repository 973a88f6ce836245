import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

/// Themes with fixed frames were designed for text only: other content is described in their
/// bubbles, and states and reactions are below.
@Suite struct ContentFixedTests {
    private func words(_ message: Message, look: String) -> String {
        var conversation = Conversation()
        conversation.participants = [Participant(id: "ben", name: "Ben")]
        var message = message
        message.from = 0
        conversation.messages = [message]
        let layout = Layout(
            conversation, theme: Looks.named(look), options: Options(), width: 320,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale))
        let rows = layout.rows(0..<layout.entries.count, with: MonospaceMeasurer())
        return rows.map(\.text).joined(separator: "\n")
    }

    @Test(arguments: ["susi", "classic-sms"])
    func pollsCallsAndAttachmentsAreDescribedAsText(look: String) {
        let message = Message {
            var call = Call()
            call.outcome = .missed
            $0.call = call
            var poll = Poll()
            poll.question = "Where?"
            $0.poll = poll
        }
        #expect(words(message, look: look) == "Ben\nMissed voice call\nPoll: Where?")
        let photo = SentAttachment(.image) { $0.name = "IMG_1.jpg" }
        #expect(words(Message([photo]), look: look) == "Ben\nPhoto: IMG_1.jpg (Not available)")
    }

    @Test(arguments: ["susi", "classic-sms"])
    func messageWithoutTextStillHasARow(look: String) {
        #expect(words(Message(), look: look) == "Ben\n ")
    }

    private func row(
        _ message: Message, look: String, names: Options.Visibility = .auto,
        showsUTC: Bool = false, width: Double? = nil, pictures: [Size?] = []
    ) -> PlacedRow {
        var conversation = Talk.conversation(["<placeholder"])
        conversation.timeZone = "Asia/Kolkata"
        var message = message
        message.from = message.status == nil ? 0 : 1
        conversation.messages = [message]
        var options = Options()
        options.show.names = names
        options.show.utc = showsUTC
        let theme = Looks.named(look)
        let layout = Layout(
            conversation, theme: theme, options: options, width: width ?? theme.width,
            pictures: PictureTable(
                sizes: pictures + theme.pictures.map { _ in Size(100, 100) },
                mediaCount: pictures.count),
            language: Languages.of(conversation.locale))
        let transcript = Transcript(
            layout, rows: layout.rows(0..<layout.entries.count, with: MonospaceMeasurer()))
        return transcript.placedRow(transcript.rows.count - 1)
    }

    private func labels(_ row: PlacedRow) -> [(words: String, top: Double)] {
        row.block.nodes.compactMap { node in
            guard case .text(let text, let point) = node else { return nil }
            return (text.text, point.y)
        }
    }

    private func spoken(_ words: String) -> Message {
        var message = Message()
        message.body = [.paragraph(RichText(words))]
        return message
    }

    @Test(arguments: ["susi", "classic-sms"])
    func namesAreAboveTheBubbleIfRequested(look: String) throws {
        let row = row(spoken("Hi"), look: look, names: .always)
        let name = try #require(labels(row).first { $0.words == "Ben Berg" })
        #expect(name.top < row.bubbles[0].minY)
        #expect(!labels(self.row(spoken("Hi"), look: look)).contains { $0.words == "Ben Berg" })
    }

    /// Reactions, effects and failures are below the bubble, which holds only the text.
    @Test(arguments: ["susi", "classic-sms"])
    func reactions(look: String) throws {
        var message = spoken("Hi")
        message.details.reactions = [Reaction(emoji: "A", count: 2)]
        message.details.effect = "slam"
        message.status = .failed
        let row = row(message, look: look)
        let foot = row.bubbles[0].maxY
        let below = labels(row).filter { $0.top >= foot }.map(\.words)
        #expect(below.contains("A") && below.contains("2"))
        #expect(below.contains { $0.contains("slam") })
        #expect(below.contains { $0.lowercased().contains("not delivered") })
        #expect(labels(row).filter { $0.top < foot && $0.words == "Hi" }.count == 1)
        #expect(row.block.frame.maxY >= foot)
    }

    /// The theme's frame for the date has no room for a second time.
    @Test(arguments: [nil, 200.0])
    func localTimeAndUTCAreShownInFull(width: Double?) throws {
        var message = spoken("Hi")
        message.at = Moment(milliseconds: 1_780_220_400_000)
        let plain = row(message, look: "classic-sms")
        let row = row(message, look: "classic-sms", showsUTC: true, width: width)
        let label = try #require(
            row.block.nodes.flatMap(\.placedTexts).first { $0.text.text.contains("UTC") })
        #expect(label.text.visibleText.hasSuffix("UTC)"))
        #expect(label.text.lines.count == (width == nil ? 1 : 2))
        #expect(label.text.size.width <= width ?? 320)
        let excess = Double(label.text.lines.count - 1) * label.text.lineHeight
        #expect(row.bubbles[0].minY - row.block.frame.minY == 20 + excess)
        #expect(row.block.frame.height == plain.block.frame.height + excess)
    }

    @Test(arguments: ["susi", "classic-sms"])
    func pictureIsDrawnInTheBubble(look: String) throws {
        let photo = SentAttachment(.image) { $0.media = 0 }
        let row = row(Message([photo]), look: look, pictures: [Size(800, 600)])
        let placed = try #require(
            row.block.nodes.flatMap(\.pictures).first { $0.id == PictureID(0) })
        #expect(row.bubbles[0].contains(placed.frame))
        #expect(placed.frame.width > 100)
    }
}
