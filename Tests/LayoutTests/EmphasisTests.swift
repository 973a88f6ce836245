import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct EmphasisTests {
    private let measurer = MonospaceMeasurer()

    private func transcript(
        _ options: String = "", look: String = "whatsapp", drawsComments: Bool = false,
        around: String = ""
    ) throws -> Transcript {
        let json = """
            {"options":{\(options)},"me":"ana","messages":[{"id":"a","from":"ben","text":"One"},
             {"id":"b","from":"ana","text":"Two"},{"id":"c","from":"ben","text":"Three"}\(around)]}
            """
        var prepared = try ConversationDecoder.decode(Array(json.utf8)).prepared()
        prepared.conversation.title = "Talk"
        let theme = Looks.named(look)
        let layout = Layout(
            prepared.conversation, theme: theme, options: prepared.options, width: theme.width,
            pictures: PictureTable(
                sizes: theme.pictures.map { _ in Size(100, 100) }, mediaCount: 0),
            language: Languages.of("en"), drawsComments: drawsComments)
        return Transcript(layout, rows: layout.rows(0..<layout.entries.count, with: measurer))
    }

    private func messages(_ transcript: Transcript) -> [PlacedRow] {
        transcript.rows.indices.filter { transcript.rows[$0].message != nil }
            .map { transcript.placedRow($0) }
    }

    private func alphas(_ nodes: [Node]) -> [UInt8] {
        nodes.flatMap(\.all).flatMap { node -> [UInt8] in
            switch node {
            case .shape(_, .color(let color)?, _): [color.alpha]
            case .text(let text, _): text.runs.map(\.color.alpha)
            default: []
            }
        }
    }

    @Test func highlightIsABandBehindOneMessage() throws {
        let plain = messages(try transcript())
        let marked = messages(try transcript(#""highlight":"b""#))
        #expect(marked[0].block == plain[0].block && marked[2].block == plain[2].block)
        #expect(marked[1].block.nodes.count == plain[1].block.nodes.count + 1)
        #expect(Array(marked[1].block.nodes.dropFirst()) == plain[1].block.nodes)
        guard case .shape(let band, _, _) = marked[1].block.nodes[0] else {
            Issue.record("The first node is not the band.")
            return
        }
        #expect(band.bounds.width == 390 && band.bounds.minY < marked[1].block.frame.minY)
    }

    @Test func dimmedMessagesAreTransparentAndKeepTheirSize() throws {
        let plain = messages(try transcript())
        let faint = messages(try transcript(#""dim":["a","c"]"#))
        #expect(faint.map(\.block.frame) == plain.map(\.block.frame))
        #expect(faint[1].block == plain[1].block)
        let (before, after) = (alphas(plain[0].block.nodes), alphas(faint[0].block.nodes))
        #expect(before.contains(255) && (after.max() ?? 255) < 90)
    }

    @Test func notesAreBelowTheirMessage() throws {
        let plain = try transcript()
        let noted = try transcript(
            #""notes":[{"message":"b","text":"Look here"},{"message":"b","text":"and here"}]"#)
        let (before, after) = (messages(plain), messages(noted))
        let grown = after[1].block.frame.height - before[1].block.frame.height
        #expect(grown > 60 && noted.height == plain.height + grown)
        #expect(after[1].block.text.hasSuffix("\nLook here\nand here"))
        #expect(after[1].bubbles == before[1].bubbles)
        let inked = after[1].block.nodes.dropFirst(before[1].block.nodes.count)
        #expect(inked.count == 5)
        for case .text(let text, let point) in inked {
            #expect(point.y > (before[1].bubbles.last?.maxY ?? .infinity))
            #expect(point.x + text.size.width <= 390 - 18)
        }
    }

    @Test func veryLongNotesStayOnTheCanvas() throws {
        let words = String(repeating: "word ", count: 4_000)
        let noted = try transcript(#""notes":[{"message":"a","text":"\#(words)"}]"#)
        for case .text(let text, let point) in messages(noted)[0].block.nodes {
            #expect(point.x >= 0 && point.x + text.size.width <= 390)
        }
    }

    @Test func commentsAreDrawnUnlessTheFormatHoldsThem() throws {
        let options = #""notes":[{"message":"b","text":"Mine","as":"comment"}]"#
        let drawn = messages(try transcript(options))[1].block
        #expect(drawn.comments.isEmpty && drawn.text.hasSuffix("Mine"))
        let held = messages(try transcript(options, drawsComments: true))[1].block
        #expect(held.comments == ["Mine"] && !held.text.contains("Mine"))
        #expect(held.frame == messages(try transcript())[1].block.frame)
    }

    @Test func gapsAreShownAtTheirPosition() throws {
        let filter = #""filter":{"exclude":{"text":["One","Three"]}}"#
        let more = #",{"id":"d","from":"ben","text":"Three"},{"from":"ana","text":"Last"}"#
        func remarks(_ transcript: Transcript) -> [String] {
            transcript.rows.map(\.text).filter { $0.hasPrefix("…") }
        }
        let said = try transcript(filter + #","gaps":true"#, around: more)
        #expect(
            said.rows.map(\.text).filter { !$0.isEmpty && $0 != "Talk" } == [
                "… 1 message left out …", "ana\nTwo", "… 2 messages left out …", "ana\nLast",
            ])
        #expect(remarks(try transcript(filter, around: more)).isEmpty)
        #expect(remarks(try transcript(filter, look: "print", around: more)).count == 2)
        #expect(
            remarks(try transcript(filter + #","gaps":false"#, look: "print", around: more))
                .isEmpty)
    }
}
