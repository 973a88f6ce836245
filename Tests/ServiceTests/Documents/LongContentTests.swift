import Foundation
import Testing

/// In a PDF, every word is on exactly one page.
@Suite struct LongContentTests {
    private static func words(_ letter: Character) -> [String] {
        (1000..<1500).map { "\(letter)\($0)" }
    }

    private static func text(_ letter: Character, _ separator: String = " ") -> String {
        words(letter).joined(separator: separator)
    }

    /// Each is several pages tall and has words with a letter of its own.
    private static let messages = [
        #"{"from":"x","format":"markdown","text":"- \#(text("a"))"}"#,
        #"{"from":"x","format":"markdown","text":"1. b\n   ```\n   \#(text("b", #"\n   "#))\n   ```"}"#,
        #"{"from":"x","format":"markdown","text":"1. c\n   - \#(text("c", #"\n   - "#))"}"#,
        #"{"from":"x","format":"markdown","text":"|a|b|\n|-|-|\n|x|\#(text("d"))|\n|y|z|"}"#,
        #"{"kind":"system","text":"\#(text("e"))"}"#,
        #"{"from":"x","text":"\#(text("f"))"}"#,
        #"{"from":"x","attachments":[{"kind":"audio","duration":3,"transcript":"\#(text("g"))"}]}"#,
        #"{"from":"x","text":"a","reactions":[{"emoji":"+","by":["\#(text("h", #"",""#))"]}]}"#,
    ]
    private static let letters = "abcdefgh"

    private func document(_ query: String) throws -> Data {
        let talk =
            #"{"messages":["# + Self.messages.joined(separator: ",")
            + #"],"options":{"show":{"reaction_names":true}}}"#
        return try service.render(talk, to: "/render.pdf?" + query).body
    }

    private func checkWords(of document: Data) throws {
        let text = try pageText(of: document)
        let shown = text.matches(of: /\b[a-h]1[0-9]{3}\b/).map { String($0.0) }
        for letter in Self.letters {
            #expect(shown.filter { $0.first == letter } == Self.words(letter), "\(letter)")
        }
    }

    @Test(arguments: [
        "theme=whatsapp", "theme=print&page.size=a5&page.columns=2", "theme=susi",
        "theme=classic-sms", "theme=imessage&canvas=square",
    ])
    func everyWordIsOnOnePage(query: String) throws {
        try checkWords(of: document(query))
    }

    @Test func evidenceContainsEveryWordAndVerifies() throws {
        let document = try document("profile=evidence")
        try checkWords(of: document)
        let answer = try service.verify(document)
        #expect(answer.text.contains(#""verdict":"identical""#), "\(answer.text.prefix(2_000))")
    }
}
