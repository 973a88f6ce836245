import Model
import Scene
import Synchronization
import TestSupport
import Testing
import Themes

@testable import Layout

/// Measuring and drawing do not grow with the length or depth of a message beyond what is needed.
@Suite struct GrowthTests {
    /// Counts how often its size is requested.
    private final class Asked: Piece {
        let count = Mutex(0)

        var size: Size {
            count.withLock { $0 += 1 }
            return Size(10, 20)
        }
        var text: String { "" }

        func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {}
    }

    private func drawn(_ piece: any Piece) -> Drawing {
        var drawing = Drawing(
            frame: Rect(0, 0, 300, 40), canvas: Rect(0, 0, 300, 40),
            pictures: PictureTable(sizes: [], mediaCount: 0))
        _ = piece.size
        _ = piece.breaks
        piece.draw(in: Rect(0, 0, 300, piece.size.height), clip: nil, on: &drawing)
        return drawing
    }

    @Test func nestedListsAreMeasuredOnce() {
        func asked(depth: Int) -> Int {
            let leaf = Asked()
            let style = Looks.named("imessage").text.body
            let marker = MonospaceMeasurer().shape(
                StyledText("•", style: style, color: .black), width: 80)
            let content = (0..<depth).reduce(StackPiece(pieces: [leaf], gap: 5)) { inner, _ in
                let item = ListPiece.Item(marker: .text(marker), content: inner)
                let list = ListPiece(items: [item], indent: 18, isNumbered: false, gap: 2)
                return StackPiece(pieces: [list], gap: 5)
            }
            _ = drawn(content)
            return leaf.count.withLock { $0 }
        }
        #expect(asked(depth: 12) == asked(depth: 1))
    }

    private static let parts: [(String, @Sendable (Int) -> Message)] = [
        ("paragraphs", { body(Markdown.blocks(String(repeating: "a\n\n", count: $0))) }),
        ("a list", { body(Markdown.blocks(String(repeating: "- a\n", count: $0))) }),
        ("code", { body(Markdown.blocks(String(repeating: "```\na\n```\n", count: $0))) }),
        (
            "a table",
            { body(Markdown.blocks("|a|b|\n|-|-|\n" + String(repeating: "|c|d|\n", count: $0))) }
        ),
        (
            "links",
            { body(Markdown.blocks(String(repeating: "[a](https://b.example)\n", count: $0))) }
        ),
        (
            "files",
            { count in
                var message = Message()
                message.attachments = (0..<count).map { _ in Attachment(kind: .file) }
                return message
            }
        ),
    ]

    private static func body(_ blocks: [TextBlock]) -> Message {
        var message = Message()
        message.body = blocks
        return message
    }

    private func transcript(_ message: Message, look: String) -> Transcript {
        var conversation = Talk.conversation(["<a"])
        var message = message
        message.from = conversation.messages[0].from
        conversation.messages = [message]
        return Talk.transcript(conversation, theme: Looks.named(look), width: 390)
    }

    @Test(arguments: parts.indices, ["imessage", "whatsapp"])
    func nodesOfAStripeDoNotGrowWithTheMessage(part: Int, look: String) {
        func nodes(_ count: Int) -> Int {
            let transcript = transcript(GrowthTests.parts[part].1(count), look: look)
            return transcript.rows(from: 1_000, to: 1_400).reduce(0) { $0 + $1.block.nodes.count }
        }
        #expect(nodes(400) == nodes(800), "\(GrowthTests.parts[part].0)")
    }

    @Test func quotationsHoldOnlyTheShownText() throws {
        var conversation = Talk.conversation([
            "<" + String(repeating: "word ", count: 20_000), ">a",
        ])
        var reply = Reply()
        reply.index = 0
        conversation.messages[1].details.replyTo = reply
        let transcript = Talk.transcript(
            conversation, theme: Looks.named("imessage"), width: 390)
        let row = try #require(transcript.rows.last)
        #expect(row.text.contains("word word"))
        #expect(row.text.utf8.count < 2_000)
    }

    @Test func spokenNamesAreCutToALine() throws {
        var conversation = Talk.conversation(["<a", ">b", "<c"])
        let from = try #require(conversation.messages[0].from)
        conversation.participants[from].name = String(repeating: "name ", count: 20_000)
        let transcript = Talk.transcript(
            conversation, theme: Looks.named("imessage"), width: 390)
        for row in transcript.rows where row.role == .message {
            #expect(row.text.utf8.count < 1_000)
        }
    }
}
