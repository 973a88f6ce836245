import Testing

@testable import Model

@Suite struct LinkFinderTests {
    @Test(
        arguments: [
            ("See https://example.com.", ["https://example.com"]),
            ("(https://example.com/a_(b)) x", ["https://example.com/a_(b)"]),
            ("[https://example.com/a]", ["https://example.com/a"]),
            ("https://example.com/?q=a&b=%20#c!", ["https://example.com/?q=a&b=%20#c"]),
            ("HTTP://EXAMPLE.COM/X", ["HTTP://EXAMPLE.COM/X"]),
            ("http://localhost:8080/x", ["http://localhost:8080/x"]),
            ("http://[::1]:80/", ["http://[::1]:80/"]), ("http://127.0.0.1", ["http://127.0.0.1"]),
            ("www.example.de/x, ok", ["www.example.de/x"]), ("Go to example.com!", ["example.com"]),
            ("sub.example.co.uk?x=1", ["sub.example.co.uk?x=1"]),
            ("youtu.be/abc", ["youtu.be/abc"]),
            ("ana.m+x@mail.example.org.", ["ana.m+x@mail.example.org"]),
            ("a@b.co c@d.de", ["a@b.co", "c@d.de"]),
            ("看https://example.com/路径，好", ["https://example.com/路径"]),
            ("看example.com好", ["example.com"]), ("https://example.com好的", ["https://example.com"]),
            ("\"https://e.com/x\"", ["https://e.com/x"]),
            ("<https://e.com/x>", ["https://e.com/x"]), ("https://a.com/x…", ["https://a.com/x"]),
            ("https://a.comhttps://b.com", []),
            ("https://xn--mnchen-3ya.de", ["https://xn--mnchen-3ya.de"]),
            ("https://a.com/x https://b.com/y", ["https://a.com/x", "https://b.com/y"]),
            ("**https://a.com/x**", ["https://a.com/x"]),
        ] as [(String, [String])])
    func findsLinks(text: String, found: [String]) {
        let bytes = Array(text.utf8)
        let links = LinkFinder.links(in: text)
        #expect(links.map { String(decoding: bytes[$0.range], as: UTF8.self) } == found)
    }

    @Test(arguments: [
        "", ".", "@", "://", "a.b", "hello.it was good", "v1.2.3", "main.swift", "README.md",
        "3.14", "e.g.",
        "a..com", "https://", "https:///x", "xhttps://example.com", "exаmple.de", "пaypal.com",
        "user:pw@example.com", "https://user:pw@example.com/x", "ftp://ana:secret@host.example.org",
        "https://exa\u{202E}moc.elpmaxe",
        "https://аррӏе.com", "аpple.com", "https://paypal.com@evil.com", "@ana", "a@b",
        "ana@exämple.com",
        "a@b.c", "foo@.com", "javascript://x", "https://examplе.com", "-.com", "1.com.5",
    ])
    func ignoresOtherText(text: String) {
        #expect(LinkFinder.links(in: text).isEmpty, "\(LinkFinder.links(in: text))")
    }

    @Test(arguments: [
        ("example.com/ä", "https://example.com/%C3%A4"), ("x@y.org", "mailto:x@y.org"),
        ("www.example.com", "https://www.example.com"), ("ftp://a.b/c", "ftp://a.b/c"),
        ("https://exämple.com/a", "https://xn--exmple-cua.com/a"),
        ("münchen.de", "https://xn--mnchen-3ya.de"),
        ("https://пример.рф", "https://xn--e1afmkfd.xn--p1ai"),
        ("https://例え.jp/x", "https://xn--r8jz45g.jp/x"),
        ("https://παράδειγμα.gr", "https://xn--hxajbheg2az3al.gr"),
        // Directional marks are invisible and not part of a URL.
        ("https://exa\u{200E}mple.com/a\u{200F}b", "https://example.com/ab"),
        ("exa\u{200E}mple.com", "https://example.com"),
        ("mail:bob@example.com", "mailto:bob@example.com"),
    ])
    func urlsMatchTheirText(text: String, url: String) {
        #expect(LinkFinder.links(in: text).map(\.kind) == [.link(url: url)])
    }

    @Test(arguments: [
        "a.", "a@", "://", "http://", "a.b@", "(", "https://a.com/(", "a.com", "@a.com", ".a", "-",
        "a.a@a.",
    ])
    func repeatedTextGivesDisjointLinks(piece: String) {
        let repetition = String(repeating: piece, count: 100_000 / piece.utf8.count)
        for text in [repetition, "https://a.com/" + repetition] {
            let links = LinkFinder.links(in: text)
            #expect(
                zip(links, links.dropFirst()).allSatisfy {
                    $0.range.upperBound <= $1.range.lowerBound
                })
            #expect(links.allSatisfy { $0.range.upperBound <= text.utf8.count })
        }
    }
}

@Suite struct NamesInTextTests {
    private static let names = NamesInText([
        "Ana", "Ana Ruiz", "@ben_o", "李明", "+49 30 1234", "Åsa Ek",
    ])

    @Test(arguments: [
        ("Ask @Ana!", "Ask <@>@Ana</@>!"), ("@ana ruiz knows", "<@>@ana ruiz</@> knows"),
        ("@Ana ruizo", "<@>@Ana</@> ruizo"), ("(@BEN_O)", "(<@>@BEN_O</@>)"),
        ("@ben_o2 and @Anas", "@ben_o2 and @Anas"),
        ("@nobody", "@nobody"), ("a@Ana", "a@Ana"), ("@@Ana", "@@Ana"), ("@ Ana", "@ Ana"),
        ("@李明你好", "<@>@李明</@>你好"),
        ("@\u{2068}Ana Ruiz\u{2069}, hi", "<@>@\u{2068}Ana Ruiz</@>\u{2069}, hi"),
        ("@49301234", "<@>@49301234</@>"), ("@Åsa Ek", "<@>@Åsa Ek</@>"),
    ])
    func mentionsOfKnownNamesAreMarked(text: String, marked: String) {
        #expect(rendered(Self.names.marking(RichText(text))) == marked)
    }

    @Test(arguments: [
        ("#lake", "<#>#lake</#>"), ("a #2026_lake, b", "a <#>#2026_lake</#>, b"),
        ("#1 and C# and a#b", "#1 and C# and a#b"), ("##a", "##a"), ("# a", "# a"),
        ("#été", "<#>#été</#>"), ("&#x27;", "&#x27;"),
    ])
    func hashtagsContainALetter(text: String, marked: String) {
        #expect(rendered(Self.names.marking(RichText(text))) == marked)
    }

    @Test func linksAndCodeStayUnchanged() {
        let rich = RichText(
            "https://a.example/#lake @Ana",
            [Entity(0..<23, .link(url: "https://a.example/#lake"))])
        #expect(Self.names.marking(rich).entities.count == 2)
        let code = RichText("x @Ana", [Entity(0..<6, .code)])
        #expect(Self.names.marking(code) == code)
    }

    @Test func stopsWhenCanceled() {
        let text = RichText(String(repeating: "@Ana ", count: 10_000))
        var checks = 0
        let cut = Self.names.marking(text) {
            checks += 1
            return checks < 4
        }
        #expect(checks == 4)
        #expect(!cut.entities.isEmpty && cut.entities.count < 5_000)
        #expect(Self.names.marking(text).entities.count == 10_000)
    }
}
