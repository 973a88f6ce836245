import Basics
import Model
import Scene
import Synchronization
import TestSupport
import Testing
import Themes

@testable import Layout

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
        ("reactions", { reacted($0) }),
        (
            "redactions",
            { body([.paragraph(RichText(String(repeating: "[redacted]\n", count: $0)))]) }
        ),
    ]

    private static func reacted(_ count: Int) -> Message {
        var message = body([.paragraph(RichText("a"))])
        message.details.reactions = (0..<count).map { Reaction(emoji: "r\($0 % 10)") }
        return message
    }

    private static func body(_ blocks: [TextBlock]) -> Message {
        var message = Message()
        message.body = blocks
        return message
    }

    private func transcript(_ message: Message, look: String) -> Transcript {
        var conversation = Talk.conversation(["<a"])
        conversation.isRedacted = true
        var message = message
        message.from = conversation.messages[0].from
        conversation.messages = [message]
        return Talk.transcript(conversation, theme: Looks.named(look), width: 390)
    }

    @Test(arguments: parts.indices, ["imessage", "whatsapp", "slack"])
    func nodesOfAStripeDoNotGrowWithTheMessage(part: Int, look: String) {
        func nodes(_ count: Int) -> Int {
            let transcript = transcript(GrowthTests.parts[part].1(count), look: look)
            return transcript.rows(from: 1_000, to: 1_400).reduce(0) { $0 + $1.block.nodes.count }
        }
        #expect(nodes(800) == nodes(1_600), "\(GrowthTests.parts[part].0)")
    }

    @Test func textsOfAStripeHoldOnlyItsLines() {
        func runs(_ count: Int) -> [Int] {
            let lines = String(repeating: "a\n", count: count)
            let row = transcript(Self.body([.paragraph(RichText(lines))]), look: "imessage")
                .rows(from: 1_000, to: 1_400)
            return row.flatMap(\.block.nodes).compactMap { node in
                guard case .text(let text, _) = node else { return nil }
                return text.runs.count + text.glyphs.count + text.text.utf8.count
            }
        }
        #expect(!runs(400).isEmpty && runs(400) == runs(800))
    }

    /// A part of a text is drawn, read and copied as within the whole.
    @Test(arguments: [
        "one two\nשלום עולם 12\n\n👩‍👩‍👧 e\u{301} fi\n[redacted] x",
        String(repeating: "long words ", count: 90),
    ])
    func keptLinesSayTheSame(words: String) {
        let style = Looks.named("imessage").text.body
        let whole = MonospaceMeasurer().shape(
            StyledText(words, style: style, color: .black), width: 120)
        func said(_ text: ShapedText, _ line: ShapedText.Line) -> [String] {
            let bytes = Array(text.text.utf8)
            func words(_ range: Range<Int32>) -> String {
                String(
                    decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
            }
            return [words(line.text)]
                + text.runs(of: line).map { run in
                    let glyphs = text.glyphs(of: run).map {
                        "\($0.id) \($0.x) \($0.cluster - run.text.lowerBound)"
                    }
                    return "\(run.left) \(words(run.text)) \(glyphs)"
                }
        }
        for start in whole.lines.indices {
            for end in [start + 1, min(start + 3, whole.lines.count)] {
                let part = whole.keeping(whole.lines[start..<end])
                #expect(part.size == whole.size && part.lines.count == end - start)
                for (line, own) in zip(part.lines, whole.lines[start..<end]) {
                    #expect(line.baseline == own.baseline && said(part, line) == said(whole, own))
                }
            }
        }
    }

    /// Bars are found by the place of their line, even that of a mark which began on another line.
    @Test func barsOfAPartAreThoseOfTheWhole() {
        var conversation = Talk.conversation([
            "<" + String(repeating: "ab [redacted: PRIV] ", count: 80)
        ])
        conversation.isRedacted = true
        let transcript = Talk.transcript(conversation, theme: Looks.named("imessage"), width: 200)
        let style = transcript.layout.theme.text.body
        // The letters of a mark are invisible, as in a message.
        let text = MonospaceMeasurer().shape(
            StyledText(
                conversation.messages[0].body.map(\.plainText).joined(), style: style,
                color: Color(0, 0, 0, alpha: 0)), width: 90)
        let whole = RedactionBar.nodes(in: text, text.lines[...], at: .zero)
        let parts = text.lines.indices.flatMap {
            RedactionBar.nodes(in: text, text.lines[$0...$0], at: .zero)
        }
        #expect(whole.count >= 80 && whole == parts)
    }

    @Test func partsShareTheNamesOfPeople() {
        let conversation = Talk.conversation(["<@Zoe"])
        let theme = Looks.named("whatsapp")
        func marks(_ names: NamesInText?) -> Int {
            let layout = Layout(
                conversation, theme: theme, options: Options(), width: 390,
                pictures: PictureTable(sizes: [], mediaCount: 0),
                language: Languages.of("en"), names: names)
            return layout.names?.marking(RichText("@Zoe")).entities.count ?? -1
        }
        #expect(marks(nil) == 0 && marks(NamesInText(["Zoe"])) == 1)
    }

    @Test func quotationsHoldOnlyTheShownText() throws {
        var conversation = Talk.conversation([
            "<" + String(repeating: "word ", count: 20_000), ">a",
        ])
        var reply = Reply()
        reply.index = 0
        conversation.messages[1].details.replyTo = reply
        let transcript = Talk.transcript(conversation, theme: Looks.named("imessage"), width: 390)
        let row = try #require(transcript.rows.last)
        #expect(row.text.contains("word word"))
        #expect(row.text.utf8.count < 2_000)
    }

    @Test func spokenNamesAreCutToALine() throws {
        var conversation = Talk.conversation(["<a", ">b", "<c"])
        let from = try #require(conversation.messages[0].from)
        conversation.participants[from].name = String(repeating: "name ", count: 20_000)
        let transcript = Talk.transcript(conversation, theme: Looks.named("imessage"), width: 390)
        for row in transcript.rows where row.role == .message {
            #expect(row.text.utf8.count < 1_000)
        }
    }
}
