import Model
import TestBytes
import Testing

@Suite struct PlainTextTests {
    @Test func emptyTextHasNoBlocks() {
        #expect(PlainText.blocks("").isEmpty)
        #expect(PlainText.blocks(" \n").isEmpty)
        #expect(PlainText.blocks("", marks: [TextMark(0..<4, .quote)]).isEmpty)
    }

    @Test func linksAreFoundBesideMarks() {
        let blocks = PlainText.blocks(
            "see a.com and b.com", marks: [TextMark(4..<9, .entity(.code))])
        #expect(
            blocks == [
                .paragraph(
                    RichText(
                        "see a.com and b.com",
                        [Entity(4..<9, .code), Entity(14..<19, .link(url: "https://b.com"))]))
            ])
    }

    @Test func blocksAreSeparatedFromText() {
        let text = "Before\nquoted b\ncode\nafter"
        let blocks = PlainText.blocks(
            text,
            marks: [
                TextMark(16..<20, .code(language: "c")), TextMark(7..<15, .quote),
                TextMark(14..<24, .entity(.bold)),
            ])
        #expect(
            blocks == [
                .paragraph(RichText("Before")),
                .quote([.paragraph(RichText("quoted b", [Entity(7..<8, .bold)]))]),
                .code(language: "c", text: "code"),
                .paragraph(RichText("after", [Entity(0..<3, .bold)])),
            ])
    }

    @Test func listsNestAsMarked() {
        let blocks = PlainText.blocks(
            "Plan\nfirst\nsub\nlast\nup\ndown",
            marks: [
                TextMark(0..<4, .heading(level: 2)), TextMark(5..<19, .list(start: 3)),
                TextMark(5..<14, .item(isDone: nil)), TextMark(11..<14, .list(start: nil)),
                TextMark(11..<14, .item(isDone: false)), TextMark(15..<19, .item(isDone: true)),
                TextMark(11..<12, .entity(.mention)), TextMark(23..<27, .paragraph),
            ])
        #expect(rendered(blocks) == "h2[Plan]¶3[first¶ul[☐<@>s</@>ub]|☑last]¶up¶down")
    }

    @Test func unmarkedTextInAListIsAnItem() {
        let blocks = PlainText.blocks(
            "a\nb\nc",
            marks: [TextMark(0..<3, .list(start: nil)), TextMark(2..<3, .item(isDone: nil))])
        #expect(rendered(blocks) == "ul[a|b]¶c")
        #expect(rendered(PlainText.blocks("a\n-\nb", marks: [TextMark(2..<3, .rule)])) == "a¶—¶b")
        let alone = PlainText.blocks("a", marks: [TextMark(0..<1, .item(isDone: nil))])
        #expect(rendered(alone) == "a")
    }

    @Test func listDepthIsLimited() {
        let marks = (0..<500).flatMap { _ in
            [TextMark(0..<1, .list(start: nil)), TextMark(0..<1, .item(isDone: nil))]
        }
        let text = rendered(PlainText.blocks("a", marks: marks))
        #expect(text.filter { $0 == "[" }.count < 12 && text.contains("a"))
    }

    @Test func marksNeverSplitACharacter() {
        let blocks = PlainText.blocks("a😀b", marks: [TextMark(2..<4, .entity(.bold))])
        #expect(blocks == [.paragraph(RichText("a😀b"))])
        let whole = PlainText.blocks("a😀b", marks: [TextMark(1..<999, .entity(.bold))])
        #expect(whole == [.paragraph(RichText("a😀b", [Entity(1..<6, .bold)]))])
    }

    @Test func overlappingBlocksAreClipped() {
        let blocks = PlainText.blocks(
            "0123456789", marks: [TextMark(0..<6, .quote), TextMark(4..<8, .code(language: nil))])
        #expect(
            blocks == [
                .quote([.paragraph(RichText("0123")), .code(language: nil, text: "45")]),
                .paragraph(RichText("6789")),
            ])
    }

    @Test func randomMarksKeepTheText() {
        var random = SeededRandom(seed: 3)
        for _ in 0..<300 {
            let marks = (0..<random.below(10)).map { _ in
                let start = random.below(30) - 5
                let kinds: [TextMark.Kind] = [
                    .quote, .code(language: nil), .entity(.bold), .entity(.link(url: "u")),
                    .heading(level: 2), .list(start: 1), .item(isDone: true), .paragraph,
                ]
                return TextMark(start..<start + random.below(20), kinds[random.below(8)])
            }
            let text = "añb😀cde.com x@y.de 你好"
            #expect(
                PlainText.blocks(text, marks: marks).map(\.plain).joined().filter { $0 != " " }
                    == text.filter { $0 != " " })
        }
    }
}

extension TextBlock {
    var plain: String {
        switch self {
        case .paragraph(let text), .heading(_, let text): text.text
        case .code(_, let text): text
        case .quote(let blocks): blocks.map(\.plain).joined()
        case .list(_, let items): items.flatMap(\.blocks).map(\.plain).joined()
        case .table(_, let header, let rows): (header + rows.joined()).map(\.text).joined()
        case .rule: ""
        }
    }
}
