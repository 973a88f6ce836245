import TestBytes
import Testing

@testable import Model

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

@Suite struct PlainWhatsAppTests {
    @Test func fastPathMatchesAllRules() {
        let pieces = [
            "a", "word", " ", "  ", "-", "- ", ">", "> ", "1", "1. ", "9", ".", ":", "*", "_", "~",
            "`", "\n", "é", "www.a.com", "https://a.de/x ", "a@b.com", "\t", "x.de y.de", "😀",
        ]
        var random = SeededRandom(seed: 3)
        for _ in 0..<4000 {
            let text = (0..<random.below(6)).map { _ in pieces[random.below(pieces.count)] }
                .joined()
            let blocks = LineReader.blocks(text, WhatsApp.dialect)
            #expect(WhatsApp.blocks(text) == blocks, "\(text.debugDescription)")
        }
    }

    @Test func lineMarkersCountOnlyAtTheStartOfALine() {
        #expect(WhatsApp.blocks("a - b > c 1. d") == [.paragraph(RichText("a - b > c 1. d"))])
        #expect(WhatsApp.blocks("- a") != [.paragraph(RichText("- a"))])
        #expect(WhatsApp.blocks("   ").isEmpty && WhatsApp.blocks("").isEmpty)
    }
}

@Suite struct CleanTextTests {
    @Test(arguments: [
        ("", ""), ("plain äöü 你好 😀", "plain äöü 你好 😀"), ("a\u{0}b", "a\u{FFFD}b"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\u{1B}[0m\u{7F}", "a[0m"), ("a\tb", "a\tb"),
        ("a\u{2028}b\u{2029}c", "a\nb\nc"), ("a\u{85}b\u{A0}c", "a\nb\u{A0}c"),
        ("a\u{202E}b", "a\u{202E}b\u{202C}"),
        ("\u{2067}\u{202E}x", "\u{2067}\u{202E}x\u{202C}\u{2069}"),
        ("\u{2067}\u{202E}x\u{2069}y", "\u{2067}\u{202E}x\u{2069}y"), ("x\u{2069}\u{202C}y", "xy"),
        ("\u{2066}a\nb\u{2069}", "\u{2066}a\u{2069}\nb"), ("e\u{301}", "e\u{301}"),
    ])
    func removesOnlyUnsafeCharacters(text: String, clean: String) {
        #expect(CleanText.clean(text) == clean)
        #expect(Array(CleanText.clean(text).utf8) == Array(clean.utf8))
        #expect(CleanText.clean(clean) == clean)
    }

    @Test func limitsStackedCombiningMarks() {
        let zalgo = "a" + String(repeating: "\u{301}", count: 1000) + "b\u{301}"
        #expect(
            Array(CleanText.clean(zalgo).unicodeScalars)
                == Array(
                    ("a" + String(repeating: "\u{301}", count: 8) + "b\u{301}").unicodeScalars))
        let arrows = "a" + String(repeating: "\u{20D7}", count: 20)
        #expect(CleanText.clean(arrows).unicodeScalars.count == 9)
        let joined = "a" + String(repeating: "\u{301}\u{200D}", count: 1000)
        #expect(CleanText.clean(joined).unicodeScalars.count(where: { $0 == "\u{301}" }) == 8)
    }

    /// The tallest known stacks: the ten-syllable Kālachakra seed in Tibetan, a Hebrew letter with
    /// vowel points and accents, a Thai letter, and a letter of the phonetic alphabet.
    @Test(arguments: [
        "ཧ\u{F90}\u{FB5}\u{FA8}\u{FB3}\u{FBA}\u{FB2}\u{FB1}\u{F82}",
        "ש\u{5C1}\u{5BC}\u{5B8}\u{5BD}\u{596}", "ที่", "ɛ\u{303}\u{32F}\u{301}\u{31F}",
    ])
    func keepsMarksOfRealScripts(text: String) {
        let many = String(repeating: text, count: 20)
        #expect(Array(CleanText.clean(many).utf8) == Array(many.utf8))
    }

    @Test func limitsDirectionalEmbeddings() {
        let deep = String(repeating: "\u{202B}", count: 100_000)
        #expect(CleanText.clean(deep).unicodeScalars.count == 120)
    }

    @Test func adjustsOffsets() {
        var offsets = [0, 1, 3, 4, 9]
        #expect(CleanText.clean("a\r\nbc\u{0}d", moving: &offsets) == "a\nbc\u{FFFD}d")
        #expect(offsets == [0, 1, 2, 3, 8])
    }

    @Test func namesStayOnOneLine() {
        #expect(CleanText.line("Ana\r\nMaria\t!") == "Ana Maria !")
    }
}

@Suite struct RichTextMarksTests {
    private func marks(_ marks: [Entity], in text: String = "0123456789") -> [String] {
        RichText(text, marks: marks).entities.map { entity in
            "\(entity.range.lowerBound)-\(entity.range.upperBound) \(entity.kind)"
        }
    }

    @Test func nestedMarksAreKept() {
        #expect(
            marks([Entity(2..<5, .link(url: "u")), Entity(0..<10, .bold), Entity(2..<5, .italic)])
                == ["0-10 bold", "2-5 link(url: \"u\")", "2-5 italic"])
    }

    @Test func crossingMarksAreSplit() {
        #expect(
            marks([Entity(0..<6, .bold), Entity(4..<9, .italic)])
                == ["0-6 bold", "4-6 italic", "6-9 italic"])
    }

    @Test func overlappingMarksOfOneKindAreClipped() {
        #expect(marks([Entity(0..<6, .bold), Entity(4..<9, .bold)]) == ["0-6 bold", "6-9 bold"])
        #expect(
            marks([Entity(0..<4, .link(url: "a")), Entity(2..<6, .link(url: "b"))])
                == ["0-4 link(url: \"a\")", "4-6 link(url: \"b\")"])
    }

    @Test func marksEndWithTheText() {
        #expect(marks([Entity(8..<99, .bold), Entity(12..<14, .italic)]) == ["8-10 bold"])
    }

    @Test func randomMarksAreNested() {
        var random = SeededRandom(seed: 7)
        let kinds: [Entity.Kind] = [
            .bold, .italic, .underline, .strike, .spoiler, .code, .link(url: "x"), .mention,
        ]
        for _ in 0..<500 {
            let input = (0..<random.below(12)).map { _ in
                let start = random.below(20)
                return Entity(start..<start + random.below(12), kinds[random.below(kinds.count)])
            }
            let entities = RichText(String(repeating: "x", count: 25), marks: input).entities
            #expect(faults(entities, input).isEmpty)
        }
    }

    private func faults(_ entities: [Entity], _ input: [Entity]) -> [String] {
        var faults: [String] = []
        for (index, outer) in entities.enumerated() {
            if outer.range.isEmpty || outer.range.upperBound > 25 { faults.append("\(outer)") }
            for inner in entities[(index + 1)...] {
                let nests = outer.range.contains(inner.range) && inner.kind != outer.kind
                if !nests, outer.range.overlaps(inner.range) { faults.append("\(outer) \(inner)") }
            }
        }
        for offset in 0..<25 {
            let wanted = Set(input.filter { $0.range.contains(offset) }.map(\.kind))
            let found = Set(entities.filter { $0.range.contains(offset) }.map(\.kind))
            if found != wanted { faults.append("\(offset): \(found) for \(wanted)") }
        }
        return faults
    }

    @Test func crossingMarksSplitIntoAtMostThreePieces() {
        let text = String(repeating: "x", count: 100_000)
        let input = (0..<20_000).map { Entity($0..<$0 + 50_000, $0 % 2 == 0 ? .bold : .italic) }
        #expect(RichText(text, marks: input).entities.count <= 60_000)
    }
}
