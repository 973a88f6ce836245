import Testing

@testable import Importing

@Suite struct HTMLBlocksTests {
    private static func page(_ html: String) -> String {
        ConversationText.text(AnswerPage.blocks(HTMLMarkup.root(of: html)))
    }

    @Test(arguments: [
        (
            "<table><thead><tr><th>City</th><th>Price</th></tr></thead>"
                + "<tbody><tr><td>Oslo</td><td><p><b>120</b></p></td></tr></tbody></table>",
            "|City|Price|\n|Oslo|<b>120</b>|"
        ),
        (
            "<table><caption>Fares</caption><tr><td>A</td><td>&nbsp;</td><td>B</td></tr>"
                + "<tr><td>1</td><td></td><td><ul><li>2</li><li>3</li></ul></td></tr></table>",
            "Fares¶|A|B|\n|1|2\n3|"
        ),
        ("<table><tr><td>A</td></tr><tr><td>1</td><td>2</td></tr></table>", "|A||\n|1|2|"),
    ])
    func tablesOfDataAreTables(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test(arguments: [
        ("<table><tr><td><h1>News</h1><p>One</p></td></tr></table>", "# News¶One"),
        ("<table><tr><td>Left</td><td>Right</td></tr></table>", "Left¶Right"),
        (
            "<table role=\"presentation\"><tr><td>1</td><td>2</td></tr>"
                + "<tr><td>3</td><td>4</td></tr></table>", "1¶2¶3¶4"
        ),
        (
            "<table><tr><td colspan=\"2\">1</td></tr><tr><td>2</td><td>3</td></tr></table>",
            "1¶2¶3"
        ),
        (
            "<table><tr><td></td><td><table><tr><td>a</td><td>b</td></tr>"
                + "<tr><td>c</td><td>d</td></tr></table></td></tr><tr><td>x</td><td>y</td></tr>"
                + "</table>", "|a|b|\n|c|d|¶x¶y"
        ),
    ])
    func tablesThatArrangeTheirContentsAreItsBlocks(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test(arguments: [
        ("<ol start=\"3\"><li>Three</li><li>Four</li></ol>", "3. Three\n4. Four"),
        ("<ul><li>one</li><ul><li>two</li></ul></ul>", "- one¶- two"),
        ("<span>a<ol start=\"2\"><li>b</li><li>c</li></ol>d</span>", "a¶2. b\n3. c¶d"),
        ("<b>a<h2>b</h2></b>", "<b>a</b>¶## <b>b</b>"),
    ])
    func listsKeepTheirNumbers(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test(arguments: [
        ("<details><summary>More</summary>hid</details>", "More¶hid"),
        ("<section>a</section><article>b</article><dl><dt>c</dt><dd>d</dd></dl>", "a¶b¶c¶d"),
        ("<p>a<p>b</p>", "a¶b"),
        ("<font><div>a</div><table><tr><td>b</td><td>c</td></tr></table>d</font>", "a\nb c\nd"),
    ])
    func blocksAreSeparate(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test func codeHasNoLineEndsAroundItAndKeepsItsLanguage() {
        let html = "<pre><code class=\"language-swift\">\nlet a = 1\n  a\n\n</code></pre>"
        #expect(Self.page(html) == "```swift\nlet a = 1\n  a\n```")
        #expect(Self.page("<span>\(html)</span>") == "```swift\n\nlet a = 1\n  a\n```")
    }

    @Test(arguments: [
        ("It was <span data-mx-spoiler>the butler</span>", "It was <spoiler>the butler</spoiler>"),
        (
            "<span data-mx-spoiler=\"end\">all <b>well</b></span>",
            "(end) <spoiler>all <b>well</b></spoiler>"
        ),
        (
            "<div class=\"spoiler-block\"><div class=\"spoiler-header\"><p>End</p></div>"
                + "<div class=\"spoiler-content\"><p>all <b>well</b></p></div></div>",
            "End¶<spoiler>all <b>well</b></spoiler>"
        ),
    ])
    func spoilersStayHidden(html: String, expected: String) {
        #expect(Self.page(html) == expected)
    }

    @Test func aFormulaIsItsSource() {
        let math =
            "<math><semantics><mrow><mi>x</mi></mrow><annotation>x^2</annotation></semantics></math>"
        let katex =
            "<span class=\"katex\"><span class=\"katex-mathml\">\(math)</span>"
            + "<span class=\"katex-html\"><span>x</span><span>2</span></span></span>"
        #expect(Self.page("<p>so \(katex) is</p>") == "so x^2 is")
        #expect(Self.page("<p>so \(math) is</p>") == "so x^2 is")
    }
}
