import Testing

@testable import Model

@Suite struct SearchStepTests {
    private func steps(_ source: String, _ text: String) throws -> Int {
        let steps = SearchSteps()
        _ = try Pattern(source).matches(in: Array(text.unicodeScalars), steps)
        return steps.taken
    }

    /// Many of these patterns look far ahead from every character without a match.
    @Test(arguments: [
        "(a+)+$", "(a|aa)+$", "(a|a?)+$", "a.*b|a", "a[^c]*c|a", "(.*)(.*)(.*)(.*)(.*)[^a]",
        "(x+x+)+y",
        "a?{30}", "a{30}b|a", #"\ba+\b"#, "(?i)Ä*b|a", "(?:a?){40}a{40}",
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
