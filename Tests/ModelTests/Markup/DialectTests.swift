import Model
import Testing

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
        (":v::skin-tone-6:", "✌🏿"),
        (":party_parrot:", "<e>:party_parrot:</e>"),
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
