import Testing

@testable import Model

@Suite struct NamesInTextTests {
    private static let names = NamesInText([
        "Ana", "Ana Ruiz", "@ben_o", "李明", "+49 30 1234", "Åsa Ek",
    ])

    @Test(arguments: [
        ("Ask @Ana!", "Ask <@>@Ana</@>!"),
        ("@ana ruiz knows", "<@>@ana ruiz</@> knows"),
        ("@Ana ruizo", "<@>@Ana</@> ruizo"),
        ("(@BEN_O)", "(<@>@BEN_O</@>)"),
        ("@ben_o2 and @Anas", "@ben_o2 and @Anas"),
        ("@nobody", "@nobody"), ("a@Ana", "a@Ana"), ("@@Ana", "@@Ana"), ("@ Ana", "@ Ana"),
        ("@李明你好", "<@>@李明</@>你好"),
        ("@\u{2068}Ana Ruiz\u{2069}, hi", "<@>@\u{2068}Ana Ruiz</@>\u{2069}, hi"),
        ("@49301234", "<@>@49301234</@>"),
        ("@Åsa Ek", "<@>@Åsa Ek</@>"),
    ])
    func mentionsOfKnownNamesAreMarked(text: String, marked: String) {
        #expect(rendered(Self.names.marking(RichText(text))) == marked)
    }

    @Test(arguments: [
        ("#lake", "<#>#lake</#>"),
        ("a #2026_lake, b", "a <#>#2026_lake</#>, b"),
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
