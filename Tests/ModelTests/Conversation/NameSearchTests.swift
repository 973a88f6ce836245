import Testing

@testable import Model

@Suite struct NameSearchTests {
    private func found(_ names: [String], in text: String, parts: Bool = false) throws -> [String] {
        var search = NameSearch(Folding(), findsParts: parts)
        for (number, name) in names.enumerated() {
            let isAdded = search.add(name, as: number)
            #expect(isAdded, "\(name)")
        }
        search.finish()
        let scalars = Array(text.unicodeScalars)
        return try search.matches(in: scalars, SearchSteps()).map { match in
            scalars[match.range].reduce(into: "") { $0.unicodeScalars.append($1) }
        }
    }

    @Test(arguments: [
        // Whole words, of any length.
        ("Al", "Al said: also al, Al's and (AL)!", ["Al", "al", "Al", "AL"]),
        ("A", "A plan, a man", ["A", "a"]), ("Ben", "Benjamin Ben", ["Ben"]),
        ("Ben", "_Ben_ Ben85 #ben", ["Ben", "Ben", "ben"]), ("42", "142 42 x42", ["42", "42"]),
        // In every spelling.
        ("José", "Jose\u{301} JOSÉ Jose", ["Jose\u{301}", "JOSÉ"]),
        ("Jose\u{301}", "José", ["José"]), ("Jose", "José Jose\u{301}", []),
        ("Weiß", "WEISS weiß", ["WEISS", "weiß"]), ("Σίσυφος", "ΣΊΣΥΦΟΣ", ["ΣΊΣΥΦΟΣ"]),
        ("İbrahim", "ibrahim İBRAHİM ıbrahim", ["ibrahim", "İBRAHİM", "ıbrahim"]),
        ("Ben", "Ｂｅｎ B\u{AD}en B\u{200B}en 𝐁𝐞𝐧", ["Ｂｅｎ", "B\u{AD}en", "B\u{200B}en", "𝐁𝐞𝐧"]),
        ("Ben Kay", "Ben  Kay, ben\nkay, Ben\u{A0}Kay", ["Ben  Kay", "ben\nkay", "Ben\u{A0}Kay"]),
        ("O'Neil-Ray", "O’Neil‑Ray", ["O’Neil‑Ray"]),
        // In scripts without spaces between words.
        ("李明", "我是李明你好", ["李明"]), ("李", "李李", ["李", "李"]), ("さくら", "さくらです", ["さくら"]),
        ("サクラ", "ｻｸﾗさん", ["ｻｸﾗ"]), ("สมชาย", "คุณสมชายครับ", ["สมชาย"]),
        ("김철수", "김철수는 왔다", ["김철수"]),
        ("김철수", "\u{1100}\u{1175}\u{11B7}철수", ["\u{1100}\u{1175}\u{11B7}철수"]),
        ("김기", "김김", []), ("မောင်", "ကိုမောင်လာ", ["မောင်"]), ("Ben", "我是Ben你好", ["Ben"]),
        // Prefixes written without a space, and optional marks.
        ("محمد", "ومحمد مُحَمَّد محمدون محمـد", ["محمد", "مُحَمَّد", "محمـد"]),
        ("דנה", "ולדנה אדנה", ["דנה"]), ("דנה", "וכשלדנה ווכשלדנה", ["דנה"]),
        ("🦊", "a🦊\u{FE0F}b", ["🦊\u{FE0F}"]),
    ])
    func namesAreFoundInAllSpellings(name: String, text: String, found: [String]) throws {
        #expect(try self.found([name], in: text) == found)
    }

    @Test func longestNameIsFound() throws {
        let names = ["Ben", "Ben Kay", "Kay", "en", "n K"]
        #expect(try found(names, in: "Ben Kay and Kay") == ["Ben", "Ben Kay", "Kay"])
        #expect(try found(["oven", "ven"], in: "stoves", parts: true).isEmpty)
        #expect(try found(["ov", "ove", "tove"], in: "stoves", parts: true) == ["ov", "tove"])
    }

    @Test(arguments: ["", " ", "\u{200B}", "\u{AD}\u{2060}", "\u{64E}"])
    func emptyNamesAreRejected(name: String) {
        var search = NameSearch(Folding())
        let isAdded = search.add(name, as: 0)
        #expect(!isAdded)
    }

    /// Searching for ten thousand names takes no more steps than for one.
    @Test func stepsDependOnlyOnTheText() throws {
        func steps(names: Int, characters: Int) throws -> Int {
            var search = NameSearch(Folding())
            for number in 0..<names { _ = search.add("Person number \(number)", as: number) }
            search.finish()
            let counted = SearchSteps()
            let text = Array(
                String(
                    String(repeating: "Person nine said ", count: characters / 17 + 1).prefix(
                        characters)
                )
                .unicodeScalars)
            _ = try search.matches(in: text, counted)
            return counted.taken
        }
        #expect(
            try steps(names: 10_000, characters: 10_000) == steps(names: 10, characters: 10_000))
        #expect(
            try steps(names: 10, characters: 40_000) <= 5 * steps(names: 10, characters: 10_000))
    }
}
