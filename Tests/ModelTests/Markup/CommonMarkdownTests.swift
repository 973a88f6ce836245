import CMarkdown
import Foundation
import Synchronization
import TestBytes
import Testing

@testable import Model

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
            entities.append(
                Entity(edges[start]..<edges[end], kinds[random.below(kinds.count)]))
            mark(start..<end, depth + 1)
            mark(end..<range.upperBound, depth + 1)
        }
        mark(0..<edges.count, 0)
        entities.sort {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        let html = html(bytes, entities)
        #expect(
            words(html) == expected(bytes),
            "\(bytes.debugDescription) \(entities) \(html)")
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
