import Basics
import Testing

@Suite struct NearestNameTests {
    private let names = ["messages", "title", "reply_to", "id", "text", "from", "theme"]

    @Test(arguments: [
        ("mesages", "messages"), ("message", "messages"), ("titel", "title"), ("txt", "text"),
        ("replyTo", "reply_to"), ("reply-to", "reply_to"), ("FROM", "from"), ("thmee", "theme"),
        ("mess", "messages"),
    ])
    func typosAreFound(word: String, name: String) {
        #expect(NearestName.closest(to: word, in: names) == name)
    }

    @Test(arguments: [
        "x", "", "colour", "zzzz", "m", "mes", "the", String(repeating: "messages", count: 1_000),
    ])
    func distantWordsHaveNoMatch(word: String) {
        #expect(NearestName.closest(to: word, in: names) == nil)
    }

    /// Changing every letter of a name is not a typo.
    @Test func oneLetterNamesNeverMatchTypos() {
        #expect(NearestName.closest(to: "xy", in: ["x"]) == nil)
    }

    @Test func closestNameWins() {
        #expect(NearestName.closest(to: "timez", in: ["time", "times", "timezone"]) == "time")
        #expect(NearestName.closest(to: "text", in: ["texts", "text", "test"]) == "test")
    }
}
