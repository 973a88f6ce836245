import Encodings
import Testing

@Suite struct NearestNameTests {
    private let names = ["messages", "title", "reply_to", "id", "text", "from", "theme"]

    @Test(arguments: [
        ("mesages", "messages"), ("message", "messages"), ("titel", "title"), ("txt", "text"),
        ("replyTo", "reply_to"), ("reply-to", "reply_to"), ("FROM", "from"), ("thmee", "theme"),
        ("mess", "messages"),
    ])
    func typosAreFound(word: String, name: String) {
        #expect(NearestName.of(word, among: names) == name)
    }

    @Test(arguments: [
        "x", "", "colour", "zzzz", "m", "mes", "the", String(repeating: "messages", count: 1_000),
    ])
    func distantWordsHaveNoMatch(word: String) {
        #expect(NearestName.of(word, among: names) == nil)
    }

    /// Changing every letter of a name is not a typo.
    @Test func oneLetterNamesNeverMatchTypos() {
        #expect(NearestName.of("xy", among: ["x"]) == nil)
    }

    @Test func closestNameWins() {
        #expect(NearestName.of("timez", among: ["time", "times", "timezone"]) == "time")
        #expect(NearestName.of("text", among: ["texts", "text", "test"]) == "test")
    }
}
