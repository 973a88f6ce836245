import Model
import TestBytes
import Testing

@Suite struct HostileMarkupTests {
    private static let pieces = [
        "*", "**", "*a ", "*a _b ~c ", "_a*", "~~", "||", "`", "``a`", "```", "```a", "[", "[a](",
        "![[]()", "[a](b", "]", "> ", ">", "- ", "1. ", "  - a\n", "#", "# a\n", "<", "<@", "<@1",
        "<a|", "<!", "<t:", "<:a:", ":", ":a", ":a:", "&", "&lt;", "\\", "@", "@here", "|", "|a",
        "|-", "\n|-|\n", "x|x\n-|-\n", "a\n", "\n", "- [ ] ", "**x [a*b**c*](d)", "*a **a ",
        "[a]: b\n", "<div>", "<!--",
        "-# ", ">>> ", "&gt; ", "~", "a@", "a.b", "://", "*\u{301}", "😀*", "- \n", "> - ", "1) ",
        "[^a]", "\t", "(", "a`b``c```d",
    ]

    @Test(arguments: TextFormat.allCases)
    func repeatedMarkupHasBoundedNesting(format: TextFormat) {
        for piece in HostileMarkupTests.pieces {
            let text = String(repeating: piece, count: 10_000 / piece.utf8.count)
            #expect(depth(of: format.blocks(text)) < 64, "\(piece)")
        }
    }

    @Test(arguments: TextFormat.allCases)
    func nestingIsBounded(format: TextFormat) {
        for (piece, end) in [
            ("> ", "x"), ("- ", "x\n"), (">", "x"), ("1. ", "x"), ("> - ", "\n\n\n\n\nx"),
            ("* ", "a"),
        ] {
            let text = String(repeating: piece, count: 5000) + String(repeating: end, count: 5000)
            #expect(depth(of: format.blocks(text)) < 64)
        }
        var lists = ""
        for level in 0..<200 { lists += String(repeating: "  ", count: level) + "- a\n" }
        #expect(depth(of: format.blocks(lists)) < 64)
    }

    @Test func tablesWithTooManyColumnsAreText() {
        func row(_ cell: String, _ count: Int) -> String {
            String(repeating: "|" + cell, count: count)
        }
        func isTable(_ columns: Int) -> Bool {
            let text = [row("a", columns), row("-", columns), row("b", columns)]
            guard case .table? = Markdown.blocks(text.joined(separator: "\n")).first else {
                return false
            }
            return true
        }
        #expect(isTable(200))
        #expect(!isTable(201))
    }

    @Test func wideTablesDoNotGrow() {
        let header =
            String(repeating: "|a", count: 5000) + "|\n" + String(repeating: "|-", count: 5000)
            + "|\n"
        let blocks = TextFormat.markdown.blocks(header + String(repeating: "a\n", count: 20_000))
        let cells = blocks.map { block in
            if case .table(_, let header, let rows) = block {
                header.count + rows.joined().count
            } else {
                1
            }
        }
        #expect(cells.reduce(0, +) < 100_000)
    }

    @Test(arguments: TextFormat.allCases)
    func randomMarkupIsParsedSoundly(format: TextFormat) {
        var random = SeededRandom(seed: 11)
        let pieces =
            HostileMarkupTests.pieces + [
                "a", " ", "word", "é", "你", "https://a.com", "😀", "\u{202E}",
            ]
        for _ in 0..<400 {
            let text = (0..<random.below(40)).map { _ in pieces[random.below(pieces.count)] }
                .joined()
            for block in format.blocks(text) { check(block) }
        }
    }

    private func depth(of blocks: [TextBlock]) -> Int {
        blocks.map { block in
            switch block {
            case .quote(let inner): 1 + depth(of: inner)
            case .list(_, let items): 1 + (items.map { depth(of: $0.blocks) }.max() ?? 0)
            case .paragraph, .heading, .code, .table, .rule: 1
            }
        }.max() ?? 0
    }

    /// Entities are within their text, on character boundaries, and nest.
    private func check(_ block: TextBlock) {
        _ = block.mapTexts(
            rich: { text in
                if !isSound(text) { Testing.Issue.record("\(text)") }
                return text
            }, plain: { $0 })
    }

    private func isSound(_ text: RichText) -> Bool {
        let bytes = Array(text.text.utf8)
        func isBoundary(_ offset: Int) -> Bool {
            offset == bytes.count || bytes[offset] & 0xC0 != 0x80
        }
        return text.entities.enumerated().allSatisfy { index, entity in
            let range = entity.range
            let isInside = range.upperBound <= bytes.count && !range.isEmpty
            return isInside && isBoundary(range.lowerBound) && isBoundary(range.upperBound)
                && text.entities[(index + 1)...].allSatisfy { inner in
                    range.contains(inner.range) || !range.overlaps(inner.range)
                }
        }
    }
}
