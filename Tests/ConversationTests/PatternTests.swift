import Conversation
import Testing

@Suite struct PatternTests {
    private func found(_ pattern: String, _ text: String) throws -> [String] {
        let scalars = Array(text.unicodeScalars)
        let matches = try #require(try Pattern(pattern).matches(in: scalars))
        return matches.map { range in
            scalars[range].reduce(into: "") { $0.unicodeScalars.append($1) }
        }
    }

    @Test(
        arguments: [
            ("a", "banana", ["a", "a", "a"]), ("an|na", "banana", ["an", "an"]),
            ("an|ana", "banana", ["an", "an"]), ("ana|an", "banana", ["ana"]),
            (#"\+?\d{7,}"#, "call +491511234567 or 123456", ["+491511234567"]),
            ("a*", "baac", ["aa"]), ("a+?", "aa", ["a", "a"]),
            ("^a", "aa\na", ["a", "a"]), ("a$", "aa\na", ["a", "a"]),
            (#"\bcat\b"#, "cat concat cat.", ["cat", "cat"]), (#"\Bcat"#, "cat concat", ["cat"]),
            ("[a-c]+", "xxabcabx", ["abcab"]), ("[^a-c]+", "xxabx", ["xx", "x"]),
            (#"[\d.]+"#, "v1.2.", ["1.2."]), ("[]a]+", "a]b", ["a]"]), ("[a-]+", "a-b", ["a-"]),
            ("(?i)ÄB", "äb Äb", ["äb", "Äb"]), ("(?:ab)+", "ababx", ["abab"]),
            ("(a|b)*c", "abac", ["abac"]), ("a{2}", "aaaaa", ["aa", "aa"]),
            ("a{2,3}", "aaaaa", ["aaa", "aa"]),
            (#"\d+"#, "٣٤ 12", ["٣٤", "12"]), (#"\w+"#, "naïve_ é!", ["naïve_", "é"]),
            (#"\s"#, "a\u{A0}b", ["\u{A0}"]), ("a.c", "a\nc abc", ["abc"]), ("", "abc", []),
            (#"\u00e4|\x41"#, "äA", ["ä", "A"]), ("a{,2}", "a{,2}", ["a{,2}"]), ("{", "{", ["{"]),
            (#"\."#, "a.b", ["."]), ("(a*)*b", "aaab", ["aaab"]),
            ("(a|)+b", "aab", ["aab"]),
            (#"[a-z0-9._]+@[a-z0-9.]+\.[a-z]{2,}"#, "mail ben.k@x.co.uk now", ["ben.k@x.co.uk"]),
            ("a??b", "ab", ["ab"]),
        ] as [(String, String, [String])])
    func matchesAsExpected(pattern: String, text: String, matches: [String]) throws {
        #expect(try found(pattern, text) == matches)
    }

    @Test(
        arguments: [
            ("(", .unbalancedParenthesis), (")", .unbalancedParenthesis),
            ("[a", .unterminatedClass), ("[z-a]", .emptyRange), ("*a", .nothingToRepeat),
            ("{2}", .nothingToRepeat),
            ("a{3,2}", .badRepetition), (#"\q"#, .unknownEscape(#"\q"#)),
            ("a\\", .unknownEscape("\\")), (#"(a)\1"#, .unsupported(#"\1"#)),
            ("(?=a)", .unsupported("(?=")),
            ("(?<!a)", .unsupported("(?<")), ("a{9999}", .tooComplex),
            ("((a{100}){100}){100}", .tooComplex),
            (String(repeating: "(", count: 100), .tooComplex),
            (String(repeating: "a", count: 3000), .tooComplex), (#"[\d-z]"#, nil),
            ("[a-\\d]", .emptyRange),
        ] as [(String, Pattern.Fault?)])
    func saysWhyATextIsNone(source: String, fault: Pattern.Fault?) {
        var found: Pattern.Fault?
        do throws(Pattern.Fault) { _ = try Pattern(source) } catch { found = error }
        #expect(found == fault)
    }

    @Test(arguments: [
        "(a+)+$", "(a|aa)+$", "(a|a?)+$", "a.*b|a", "(.*)(.*)(.*)(.*)(.*)[^a]", "(x+x+)+y",
        "a?{30}a{30}",
    ])
    func noPatternHangs(source: String) throws {
        let text = Array(String(repeating: "a", count: 5000).unicodeScalars)
        _ = try? Pattern(source).matches(in: text)
    }
}
