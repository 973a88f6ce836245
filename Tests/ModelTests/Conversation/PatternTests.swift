import TestBytes
import Testing

@testable import Model

@Suite struct PatternTests {
    private func found(_ pattern: String, _ text: String) throws -> [String] {
        let scalars = Array(text.unicodeScalars)
        return try Pattern(pattern).matches(in: scalars, SearchSteps()).map { range in
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
            (#"\."#, "a.b", ["."]), ("(a*)*b", "aaab", ["aaab"]), ("(a|)+b", "aab", ["aab"]),
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
            ("{2}", .nothingToRepeat), ("a{3,2}", .badRepetition), (#"\q"#, .unknownEscape(#"\q"#)),
            ("a\\", .unknownEscape("\\")), (#"(a)\1"#, .unsupported(#"\1"#)),
            ("(?=a)", .unsupported("(?=")),
            ("(?<!a)", .unsupported("(?<")), ("a{9999}", .tooComplex),
            ("((a{100}){100}){100}", .tooComplex),
            (String(repeating: "(", count: 100), .tooComplex),
            (String(repeating: "a", count: 3000), .tooComplex), (#"[\d-z]"#, nil),
            ("[a-\\d]", .emptyRange),
        ] as [(String, Pattern.Fault?)])
    func invalidPatternsStateTheFault(source: String, fault: Pattern.Fault?) {
        var found: Pattern.Fault?
        do throws(Pattern.Fault) { _ = try Pattern(source) } catch { found = error }
        #expect(found == fault)
    }

    @Test func matchesLikeBacktracking() {
        var random = SeededRandom(seed: 7)
        let pieces = [
            "a", "b", ".", "[ab]", "[^a]", "|", "(", ")", "*", "+", "?", "*?", "{2}", "{1,2}", "^",
            "$", #"\b"#, "c", "(?i)",
        ]
        for _ in 0..<4_000 {
            let source = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                ("aabbAc\n ".unicodeScalars.randomElement(using: &random) ?? "a") as Unicode.Scalar
            }
            guard let pattern = try? Pattern(source) else { continue }
            let found = try? pattern.matches(in: text, SearchSteps())
            #expect(found == Backtracking(pattern, text).matches(), "\(source) \(text)")
        }
    }

    @Test func longTextsAreSearchedBlockByBlock() throws {
        let text =
            String(repeating: "x", count: 510) + "aaaa" + String(repeating: "xa", count: 2_000)
        #expect(try found("a+", text).count == 2_001)
        #expect(try found("x[^q]*a", text).map(\.count) == [text.count])
    }

    /// A rule that cannot match protects nothing.
    @Test(arguments: [
        "^", "$", #"\b"#, "^$", "(^|$)", "a{0}", "()", "[[:alpha:]]+", #"\d{4"#, #"\d{4,"#,
    ])
    func patternsWithoutPossibleMatchesAreErrors(pattern: String) {
        let rule = #"{"pattern":"\#(pattern.replacing("\\", with: "\\\\"))"}"#
        let found = issues(#"{"messages":["a"],"options":{"redact":[\#(rule)]}}"#)
        #expect(found.map(\.pointer) == ["/options/redact/0/pattern"])
    }
}

/// A backtracking matcher: too slow for use, and too simple to be wrong.
private struct Backtracking {
    let pattern: Pattern
    let text: [Unicode.Scalar]

    init(_ pattern: Pattern, _ text: [Unicode.Scalar]) {
        self.pattern = pattern
        self.text = text
    }

    func matches() -> [Range<Int>] {
        var matches: [Range<Int>] = []
        var start = 0
        while start <= text.count {
            var tried: Set<[Int]> = []
            let end = end(0, start, &tried) ?? start
            if end > start { matches.append(start..<end) }
            start = max(end, start + 1)
        }
        return matches
    }

    /// The end of a match that continues at an instruction, or nil. A state that has failed once is
    /// not tried again.
    private func end(_ place: Int, _ index: Int, _ tried: inout Set<[Int]>) -> Int? {
        guard tried.insert([place, index]).inserted else { return nil }
        switch pattern.program[place] {
        case .match: return index
        case .jump(let target): return end(target, index, &tried)
        case .split(let first, let second):
            return end(first, index, &tried) ?? end(second, index, &tried)
        case .set(let set):
            guard index < text.count,
                pattern.sets[set].contains(.init(text[index], withCases: true))
            else { return nil }
            return end(place + 1, index + 1, &tried)
        case .lineStart:
            return index == 0 || text[index - 1] == "\n" ? end(place + 1, index, &tried) : nil
        case .lineEnd:
            return index == text.count || text[index] == "\n" ? end(place + 1, index, &tried) : nil
        case .boundary(let isWanted):
            let before = index > 0 && ScalarSet.isWord(text[index - 1])
            let after = index < text.count && ScalarSet.isWord(text[index])
            return (before != after) == isWanted ? end(place + 1, index, &tried) : nil
        }
    }
}

@Suite struct SearchStepTests {
    private func steps(_ source: String, _ text: String) throws -> Int {
        let steps = SearchSteps()
        _ = try Pattern(source).matches(in: Array(text.unicodeScalars), steps)
        return steps.taken
    }

    /// Many of these patterns look far ahead from every character without a match.
    @Test(arguments: [
        "(a+)+$", "(a|aa)+$", "(a|a?)+$", "a.*b|a", "a[^c]*c|a", "(.*)(.*)(.*)(.*)(.*)[^a]",
        "(x+x+)+y", "a?{30}", "a{30}b|a", #"\ba+\b"#, "(?i)Ä*b|a", "(?:a?){40}a{40}",
    ])
    func matchingIsLinearInTheText(source: String) throws {
        guard (try? Pattern(source)) != nil else { return }
        let (once, fourTimes) = (
            try steps(source, String(repeating: "a", count: 4_000)),
            try steps(source, String(repeating: "a", count: 16_000))
        )
        #expect(fourTimes <= once * 9 / 2, "\(once) \(fourTimes)")
    }

    @Test func searchingOneTextCanBeCanceled() throws {
        var questions = 0
        let steps = SearchSteps {
            questions += 1
            return questions < 10
        }
        let text = [Unicode.Scalar](repeating: "a", count: 200_000)
        let pattern = try Pattern("(?:a?){1000}a{990}")
        #expect {
            try pattern.matches(in: text, steps)
        } throws: { error in
            guard case .stopped = error as? ConversationError else { return false }
            return true
        }
        #expect(questions == 10)
        // A position of this text costs at most two thousand steps.
        #expect(steps.taken < 11 * 4_096 + 8_000)
    }

    @Test func requestsBeyondTheStepLimitAreRejected() throws {
        var limits = Limits()
        limits.searchSteps = 100_000
        let messages = Array(repeating: #""aaaaaaaaaaaaaaaaaaaaaaaa""#, count: 2_000)
        let talk =
            #"{"messages":[\#(messages.joined(separator: ","))],"options":{"redact":[{"pattern":"a+b|ac"}]}}"#
        #expect {
            try decode(talk).prepared(limits: limits)
        } throws: { error in
            guard
                case .tooMany(.searchSteps, 100_000, "/options/redact") = error
                    as? ConversationError
            else { return false }
            return true
        }
        #expect(throws: Never.self) { try decode(talk).prepared() }
    }

    @Test func repetitionsOfNothingAreFast() throws {
        let nested = String(repeating: "(", count: 39) + String(repeating: "){1000}", count: 39)
        #expect(try steps(nested, "aaa") < 1_000)
    }
}
