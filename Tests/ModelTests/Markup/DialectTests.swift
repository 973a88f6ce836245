import Basics
import CMarkdown
import Foundation
import Synchronization
import TestBytes
import Testing

@testable import Model

@Suite struct DialectTests {
    @Test(arguments: [
        ("*b* _i_ ~s~ `c`", "<b>b</b> <i>i</i> <s>s</s> <c>c</c>"),
        ("*a _b_ c*", "<b>a <i>b</i> c</b>"), ("*_~x~_*", "<b><i><s>x</s></i></b>"),
        ("snake_case_x 2*3*4 a*b*", "snake_case_x 2*3*4 a*b*"), ("x* a* *b *", "x* a* *b *"),
        ("**", "**"), ("*", "*"), ("*a\nb*", "*a\nb*"), ("*a* b*", "<b>a</b> b*"),
        ("*a _b* c_", "<b>a _b</b> c_"), ("*bold*, _it_!", "<b>bold</b>, <i>it</i>!"),
        ("see ```x *y*``` z", "see <c>x *y*</c> z"), ("```\nlet a\n```", "code:[let a]"),
        ("a\n```x```\nb", "a¶code:[x]¶b"), ("> q *b*\n> r\nx", "q[q <b>b</b>\nr]¶x"),
        (">:( no", ">:( no"), ("- a\n- *b*\nx", "ul[a|<b>b</b>]¶x"), ("1. a\n2. b", "1[a|b]"),
        ("3. x", "3[x]"), ("`*a*`", "<c>*a*</c>"), ("`a", "`a"), ("``", "``"),
        ("*https://a.com/x_y_z*", "<a=https://a.com/x_y_z><b>https://a.com/x_y_z</b></a>"),
        ("a\n\nb", "a\n\nb"), ("", ""),
        ("*你好*", "<b>你好</b>"), ("😀*x*", "😀<b>x</b>"), ("<b>&amp;", "<b>&amp;"),
        ("_a_b_", "<i>a_b</i>"), ("```", "```"), ("* item\n* two", "ul[item|two]"),
    ])
    func whatsapp(text: String, expected: String) {
        #expect(rendered(TextFormat.whatsapp.blocks(text)) == expected)
    }

    @Test(arguments: [
        ("*b* _i_ ~s~ `c`", "<b>b</b> <i>i</i> <s>s</s> <c>c</c>"),
        ("&lt;b&gt; &amp;amp; &x", "<b> &amp; &x"), ("`&lt;a&gt;`", "<c><a></c>"),
        ("<@U1|ana> <@U2>", "<@>@ana</@> <@>@U2</@>"),
        ("<#C1|general> <#C2>", "<@>#general</@> <@>#C2</@>"),
        ("<!here> <!channel> <!subteam^S1|@team>", "<@>@here</@> <@>@channel</@> <@>@team</@>"),
        ("<!date^139^{date}^https://x|Feb 18>", "Feb 18"),
        ("<https://a.com|A &amp; B>", "<a=https://a.com>A & B</a>"),
        ("<https://a.com/?a=1&amp;b=2>", "<a=https://a.com/?a=1&b=2>https://a.com/?a=1&b=2</a>"),
        ("<mailto:a@b.co|a@b.co>", "<a=mailto:a@b.co>a@b.co</a>"), ("<javascript:alert(1)|x>", "x"),
        ("<app://x|y> <z>", "<a=app://x>y</a> z"),
        (":+1: :smile:", "👍 😄"), (":+1::skin-tone-3:", "👍🏼"), (":smile::skin-tone-3:", "😄"),
        (":v::skin-tone-6:", "✌🏿"), (":party_parrot:", "<e>:party_parrot:</e>"),
        ("10:30:00 a:b:c std::vec::Vec", "10:30:00 a:b:c std::vec::Vec"), (":flag-de: :de:", "🇩🇪 🇩🇪"),
        ("&gt; quoted\n&gt;more\nx", "q[quoted\nmore]¶x"),
        ("```\ncode &lt; *x*\n```", "code:[code < *x*]"), ("a ```b``` c", "a¶code:[b]¶c"),
        ("<unclosed *b*", "<unclosed <b>b</b>"), ("<>", "<>"),
        ("*<https://a.com|a>*", "<a=https://a.com><b>a</b></a>"),
        ("<!everyone>", "<@>@everyone</@>"),
        (":a", ":a"), ("::", "::"), ("*a <@U1|b*>", "*a <@>@b*</@>"),
    ])
    func slack(text: String, expected: String) {
        #expect(rendered(TextFormat.slack.blocks(text)) == expected)
    }

    @Test(arguments: [
        (
            "**b** *i* _i_ __u__ ~~s~~ ||sp|| `c`",
            "<b>b</b> <i>i</i> <i>i</i> <u>u</u> <s>s</s> <sp>sp</sp> <c>c</c>"
        ), ("***x***", "<b><i>x</i></b>"), ("**a *b* c**", "<b>a <i>b</i> c</b>"),
        ("snake_case_x", "snake_case_x"),
        (#"\*a\* \\ \a"#, #"*a* \ \a"#),
        ("<@123> <@!1> <@&2> <#3>", "<@>@123</@> <@>@1</@> <@>@2</@> <@>#3</@>"),
        ("<:pepe:123> <a:wave:1>", "<e>:pepe:</e> <e>:wave:</e>"),
        ("<t:1780220400:R>", "2026-05-31 09:40 UTC"), ("<t:1>", "1970-01-01 00:00 UTC"),
        ("</cmd:1>", "<@>/cmd</@>"), ("<https://a.com>", "<a=https://a.com>https://a.com</a>"),
        ("[x](https://a.com)", "<a=https://a.com>x</a>"),
        ("[x](<https://a.com> \"t\")", "[x](<a=https://a.com>https://a.com</a> \"t\")"),
        ("[x](javascript:y)", "[x](javascript:y)"), ("[x] (y)", "[x] (y)"),
        ("[`c` **b** y](https://a.com)", "<a=https://a.com><c>c</c> <b>b</b> y</a>"),
        ("**a [b** c](https://a.com) d**", "<b>a <a=https://a.com>b** c</a> d</b>"),
        (
            "[a [b](https://a.com)](https://b.com)",
            "<a=https://a.com>a [b</a>](<a=https://b.com>https://b.com</a>)"
        ),
        ("[x](https://a.com/y_(z))", "<a=https://a.com/y_(z)>x</a>"),
        ("# H\n## I\n### J\n#no", "h1[H]¶h2[I]¶h3[J]¶#no"), ("-# small", "small"),
        ("> a\n> b\nc", "q[a\nb]¶c"), (">>> a\nb\n\nc", "q[a\nb\n\nc]"),
        ("```swift\nlet a = 1\n```", "code:swift[let a = 1]"), ("```let a```", "code:[let a]"),
        ("``a`b``", "<c>a`b</c>"),
        ("- a\n  - b\n- c", "ul[a¶ul[b]|c]"), ("@everyone hi", "<@>@everyone</@> hi"),
        ("||a **b** c||", "<sp>a <b>b</b> c</sp>"), ("**a\nb**", "<b>a\nb</b>"),
        ("* not bold*", "ul[not bold*]"), ("2 * 3 * 4", "2 * 3 * 4"), ("<@abc>", "<@abc>"),
        ("**", "**"), ("****", "****"), ("**unclosed", "**unclosed"),
    ])
    func discord(text: String, expected: String) {
        #expect(rendered(TextFormat.discord.blocks(text)) == expected)
    }

    @Test(arguments: [
        (
            "*b* **b** _i_ __i__ ~s~ ~~s~~ `c` ||sp||",
            "<b>b</b> <b>b</b> <i>i</i> <i>i</i> <s>s</s> <s>s</s> <c>c</c> <sp>sp</sp>"
        ), ("*_~x~_*", "<b><i><s>x</s></i></b>"), ("**__~~x~~__**", "<b><i><s>x</s></i></b>"),
        ("f*oo*t a**nn**o", "f<b>oo</b>t a<b>nn</b>o"), ("5 * 3 * 2", "5 * 3 * 2"),
        ("snake_case_x some__double__x _a_b", "snake_case_x some__double__x _a_b"),
        ("*a\nb*", "*a\nb*"), ("*a", "*a"), ("**", "**"), (#"\*a\* \[b] c:\d"#, #"*a* \[b] c:\d"#),
        ("[`c` *b*](https://a.com)", "<a=https://a.com><c>c</c> <b>b</b></a>"),
        ("![alt](https://a.com/x.png) a!", "<a=https://a.com/x.png>alt</a> a!"),
        ("# H\n#### I", "h1[H]¶h4[I]"), ("- [x] done\n- [ ] *open*", "ul[☑done|☐<b>open</b>]"),
        ("* a\n* b\n1. c", "ul[a|b]¶1[c]"), ("1. [x] a", "1[[x] a]"),
        (">q *b*\n> r\nx", "q[q <b>b</b>\nr]¶x"), ("```js\n*a*\n```", "code:js[*a*]"),
        ("<t:1780220400:R>", "2026-05-31 09:40 UTC"), ("@ana #gen", "@ana #gen"),
        ("-# a", "-# a"), (">>> a", "q[>> a]"),
    ])
    func rocketChat(text: String, expected: String) {
        #expect(rendered(RocketChatMarkdown.blocks(text)) == expected)
    }

    @Test(arguments: [
        (
            "**b** *i* ~~s~~ `c` [l](https://a.com)",
            "<b>b</b> <i>i</i> <s>s</s> <c>c</c> <a=https://a.com>l</a>"
        ), ("# H\n\npara\nline", "h1[H]¶para\nline"), ("- a\n- b\n  1. c", "ul[a|b¶1[c]]"),
        ("- [x] done\n- [ ] open", "ul[☑done|☐open]"),
        ("> q\n> > r", "q[q¶q[r]]"), ("```swift x\nlet a\n```", "code:swift[let a]"),
        ("    indented", "code:[indented]"), ("---", "—"),
        (
            "|a|b|\n|:-|-:|\n|*1*|2|",
            "t[Model.TextBlock.ColumnAlignment.left, Model.TextBlock.ColumnAlignment.right][a,b|<i>1</i>,2]"
        ),
        ("<b>x</b> & <script>", "<b>x</b> & <script>"), ("<div>\nx\n</div>", "<div>\nx\n</div>"),
        ("[x](javascript:y)", "x"), ("[x](sandbox:/y.csv)", "<a=sandbox:/y.csv>x</a>"),
        ("[x](src/y.py#L3) [z]()", "<a=src/y.py#L3>x</a> z"),
        ("![alt](https://a.com/x.png)", "<a=https://a.com/x.png>alt</a>"),
        ("see https://a.com. ok", "see <a=https://a.com>https://a.com</a>. ok"),
        ("<https://a.com>", "<a=https://a.com>https://a.com</a>"),
        ("`https://a.com`", "<c>https://a.com</c>"), ("a\\\nb", "a\nb"), ("&amp; &copy;", "& ©"),
        ("", ""), ("***x***", "<b><i>x</i></b>"), ("a @ana x", "a @ana x"),
        ("\u{FFFD}", "\u{FFFD}"),
    ])
    func markdown(text: String, expected: String) {
        #expect(
            rendered(TextFormat.markdown.blocks(text)).replacing(
                "<i><b>x</b></i>", with: "<b><i>x</i></b>") == expected)
    }

    /// The parser's library has global state.
    @Test func concurrentParsersDoNotInterfere() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<2_000).allSatisfy { _ in
                        rendered(TextFormat.markdown.blocks("a ~~s~~ b")) == "a <s>s</s> b"
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

/// With GitHub's own parser.
@Suite struct CommonMarkdownTests {
    /// The project's own parser registers GitHub's extensions once: of two threads that register at
    /// the same time, one sees only some of them.
    init() { _ = TextFormat.markdown.blocks("*a* ~~b~~") }

    private func html(_ markdown: String) -> String {
        guard let parser = unsafe cmark_parser_new(CMARK_OPT_DEFAULT) else { return "" }
        defer { unsafe cmark_parser_free(parser) }
        for name in ["strikethrough", "tasklist", "table", "autolink"] {
            let found = unsafe cmark_find_syntax_extension(name)
            _ = unsafe cmark_parser_attach_syntax_extension(parser, found)
        }
        unsafe cmark_parser_feed(parser, markdown, markdown.utf8.count)
        var root: OpaquePointer?
        MarkdownTree.inlineParsing.withLock { _ in
            unsafe root = unsafe cmark_parser_finish(parser)
        }
        guard let root = unsafe root else { return "" }
        defer { unsafe cmark_node_free(root) }
        let extensions = unsafe cmark_parser_get_syntax_extensions(parser)
        guard let text = unsafe cmark_render_html(root, CMARK_OPT_DEFAULT, extensions) else {
            return ""
        }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    private func html(_ text: String, _ entities: [Entity] = []) -> String {
        html(Markdown.commonText(of: [.paragraph(RichText(text, entities))]))
    }

    /// Removes the tags of paragraphs and marks; other tags remain.
    private func words(_ html: String) -> String {
        var text = html.replacing("<br />", with: "").replacing("</p>\n<p>", with: "\n\n")
        for tag in ["p", "strong", "em", "del", "code"] {
            text = text.replacing("<\(tag)>", with: "").replacing("</\(tag)>", with: "")
        }
        text = text.replacing(#/<a href="[^"]*">/#, with: "").replacing("</a>", with: "")
        for (code, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")] {
            text = text.replacing(code, with: sign)
        }
        return text
    }

    /// Trims lines and merges consecutive empty lines.
    private func expected(_ text: String) -> String {
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let blanks = { (character: Character) in character == " " || character == "\t" }
            var line = line.drop(while: blanks)
            while let last = line.last, blanks(last) { line.removeLast() }
            if !line.isEmpty || lines.last?.isEmpty == false { lines.append(line) }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    @Test(arguments: [
        "# no heading", "- no list", "1. no list", "1) none", "> no quotation", "a\n---", "a\n===",
        "a\n- - -", "***", "*a* _b_ **c**", "<b>x</b> <!-- y --> <a@b.example>", "&amp; &#65; AT&T",
        "[a](b)", "![a](b)", "[a]: b", "`code`", "```\nx\n```", "~~~\nx", "~a~ ~~b~~",
        "a|b\n-|-\nc|d",
        "|a|\n|-|", "a\n:-\nb", "\\* \\\\", "one\ntwo\n\nthree\n\n\nfour", "    indented", "\tx",
        "a  \nb", "snake_case and _this_", "<3 x < y", "- [ ] task", "+ x", "10. x", "#hash ## x #",
        "$a$", "https://a.example/x_y_z", "a\\\nb", "\\", "*", "**a", "5 * 3 * 2", "[^1]: x",
    ])
    func textThatLooksLikeMarkupIsEscaped(text: String) {
        let html = html(text, LinkFinder.links(in: text))
        #expect(words(html) == expected(text), "\(html)")
    }

    @Test func entitiesBecomeMarks() {
        func made(_ kind: Entity.Kind, _ text: String, _ range: Range<Int>) -> String {
            html(text, [Entity(range, kind)])
        }
        #expect(made(.bold, "a bc d", 2..<4) == "<p>a <strong>bc</strong> d</p>\n")
        #expect(made(.italic, "abc", 1..<2) == "<p>a<em>b</em>c</p>\n")
        #expect(made(.strike, "a b", 0..<3) == "<p><del>a b</del></p>\n")
        #expect(made(.code, "a`b``", 0..<5) == "<p><code>a`b``</code></p>\n")
        // Spaces are outside the marks, and every line has its own marks.
        #expect(
            made(.bold, "a b \nc", 1..<6)
                == "<p>a <strong>b</strong><br />\n<strong>c</strong></p>\n")
        #expect(
            made(.link(url: "https://a.example/<x>|\\"), "see!", 0..<3)
                == "<p><a href=\"https://a.example/%3Cx%3E%7C%5C\">see</a>!</p>\n")
        #expect(made(.link(url: "https://a.example"), "!x", 1..<2).hasPrefix("<p>!<a"))
        #expect(made(.link(url: "javascript:alert(1)"), "x", 0..<1) == "<p>x</p>\n")
        // A delimiter between letters and punctuation is not a mark in any parser, so it is left
        // out.
        #expect(made(.bold, "a(b)c", 1..<4) == "<p>a(b)c</p>\n")
    }

    /// Whatever the text and its marks, parsers show all of its words and nothing else.
    @Test(arguments: 0..<600)
    func noTextIsLost(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed + 1))
        let letters = [
            "a", "b", "1", "😀", "é", "，", " ", " ", "\n", "\n", "*", "_", "~", "`", "#", "-", "+",
            ".", ")", "(", "[", "]", "!", "<", ">", "&", "|", "\\", "=", ":", "$", "\t", "1.", "x;",
            "http://a.example/_x_", "www.a.example",
        ]
        var bytes = ""
        var edges = [0]
        for _ in 0..<(1 + random.below(24)) {
            bytes += letters[random.below(letters.count)]
            edges.append(bytes.utf8.count)
        }
        var entities: [Entity] = []
        let kinds: [Entity.Kind] = [
            .bold, .italic, .strike, .code, .underline, .link(url: "https://b.example/(x)"),
        ]
        // Ranges from repeated halving, which nest and never cross.
        func mark(_ range: Range<Int>, _ depth: Int) {
            guard depth < 4, range.count > 1 else { return }
            let start = range.lowerBound + random.below(range.count - 1)
            let end = start + 1 + random.below(range.upperBound - start - 1)
            entities.append(Entity(edges[start]..<edges[end], kinds[random.below(kinds.count)]))
            mark(start..<end, depth + 1)
            mark(end..<range.upperBound, depth + 1)
        }
        mark(0..<edges.count, 0)
        entities.sort {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        let html = html(bytes, entities)
        #expect(words(html) == expected(bytes), "\(bytes.debugDescription) \(entities) \(html)")
    }

    @Test func blocksKeepTheirKind() {
        let cell = { (text: String) in RichText(text) }
        let markdown = Markdown.commonText(of: [
            .heading(level: 2, RichText("A #")),
            .list(
                start: nil,
                items: [
                    .init(blocks: [.paragraph(RichText("one\ntwo"))]),
                    .init(isDone: true, blocks: [.paragraph(RichText("- three"))]),
                ]),
            .code(language: "swift`", text: "let a = \"```\""),
            .table(
                alignments: [.right], header: [cell("a|b")],
                rows: [[cell("c\nd"), cell("https://a.example/|")]]),
            .quote([.paragraph(RichText("> x"))]), .rule,
        ])
        let html = html(markdown)
        for part in [
            "<h2>A #</h2>", "one<br />\ntwo", "checked=\"\"", "- three",
            "<pre><code class=\"language-swift\">let a = &quot;```&quot;",
            "a|b</th>", "<td align=\"right\">c d</td>", "/|", "<blockquote>\n<p>&gt; x</p>",
            "<hr />",
        ] {
            #expect(html.contains(part), "\(part) in \(html)")
        }
    }
}

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

/// Parsing a long text checks for cancellation and stops at once when canceled.
@Suite struct MarkupStepTests {
    private func read(_ text: String, until last: Int = .max) -> (count: Int, checks: Int) {
        let checks = Mutex(0)
        let blocks = TextFormat.markdown.blocks(
            text,
            budget: WorkBudget { _ in
                checks.withLock { checks in
                    checks += 1
                    return checks <= last
                }
            })
        return (blocks.count, checks.withLock { $0 })
    }

    @Test(arguments: ["*a* `b` ", "a\n\n", "- a\n", "> a\n\n", "    a\n"])
    func checksForCancellation(unit: String) {
        let text = String(repeating: unit, count: 100_000 / unit.utf8.count)
        let whole = read(text)
        #expect(whole.checks > 6)
        for step in 0..<4 {
            let last = (whole.checks - 1) * step / 4
            let cut = read(text, until: last)
            #expect(cut.count <= whole.count)
            // Each skipped block checks once.
            #expect(cut.checks - last <= whole.checks - last)
        }
        #expect(read(text, until: 0).count == 0)
        #expect(read(text, until: 0).checks < 4)
    }
}

/// Marks as tags, blocks as brackets: short text that keeps tests readable.
func rendered(_ blocks: [TextBlock]) -> String {
    blocks.map(rendered).joined(separator: "¶")
}

func rendered(_ text: RichText) -> String {
    let bytes = Array(text.text.utf8)
    var out: [UInt8] = []
    var open: [Entity] = []
    var next = 0
    for offset in 0...bytes.count {
        while let last = open.last, last.range.upperBound == offset {
            out += "</\(tag(last.kind))>".utf8
            open.removeLast()
        }
        while next < text.entities.count, text.entities[next].range.lowerBound == offset {
            let entity = text.entities[next]
            var name = tag(entity.kind)
            if case .link(let url) = entity.kind { name += "=" + url }
            out += "<\(name)>".utf8
            open.append(entity)
            next += 1
        }
        if offset < bytes.count { out.append(bytes[offset]) }
    }
    return String(decoding: out, as: UTF8.self)
}

private func tag(_ kind: Entity.Kind) -> String {
    switch kind {
    case .bold: "b"
    case .italic: "i"
    case .underline: "u"
    case .strike: "s"
    case .spoiler: "sp"
    case .code: "c"
    case .link: "a"
    case .mention: "@"
    case .hashtag: "#"
    case .customEmoji: "e"
    }
}

private func rendered(_ block: TextBlock) -> String {
    switch block {
    case .paragraph(let text): rendered(text)
    case .heading(let level, let text): "h\(level)[\(rendered(text))]"
    case .code(let language, let text): "code:\(language ?? "")[\(text)]"
    case .quote(let blocks): "q[\(rendered(blocks))]"
    case .list(let start, let items):
        "\(start.map(String.init) ?? "ul")["
            + items.map { item in
                (item.isDone.map { $0 ? "☑" : "☐" } ?? "") + rendered(item.blocks)
            }.joined(separator: "|") + "]"
    case .table(let alignments, let header, let rows):
        "t\(alignments)["
            + ([header] + rows).map { $0.map(rendered).joined(separator: ",") }
            .joined(separator: "|") + "]"
    case .rule: "—"
    }
}
