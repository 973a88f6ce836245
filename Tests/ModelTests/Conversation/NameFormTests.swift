import Testing

@testable import Model

/// One rule finds the inflected forms of names in all languages. The lists were written before the
/// rule, without it.
@Suite struct NameFormTests {
    private struct Person {
        let language: String
        let name: String
        let forms: [String]
    }

    private static func lines(_ file: String) throws -> [[String]] {
        let text = String(
            decoding: try Fixture.file("Tests/Fixtures/Redaction/" + file), as: UTF8.self)
        return text.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingPrefix(" ").reversed().trimmingPrefix(" ") }
                .map { String($0.reversed()) }
        }
    }

    private static func people() throws -> [Person] {
        try lines("forms.txt").map {
            Person(
                language: $0[0], name: $0[1], forms: $0[2].split(separator: " ").map(String.init))
        }
    }

    private func prepared(_ texts: [String], hiding name: String) throws -> RenderRequest {
        let messages = texts.map { #"{"from":"a","text":"\#($0)"}"# }.joined(separator: ",")
        return try decode(
            #"{"participants":[{"id":"zz-1","name":"\#(name)"},{"id":"a","name":"Qq"}],"#
                + #""messages":[\#(messages)],"options":{"redact":[{"participant":"zz-1"}]}}"#
        ).prepared()
    }

    /// Forms in lower case need five letters of the name. Those with fewer are listed.
    @Test func formsOfNamesAreHidden() throws {
        var (count, kept, listed): (Int, [String], [String]) = (0, [], [])
        for person in try Self.people() {
            let request = try prepared(person.forms, hiding: person.name)
            for (message, form) in zip(request.conversation.messages, person.forms) {
                count += 1
                let text = message.body.map(\.plainText).joined()
                if !text.contains("[redacted]") || text.contains(form) { kept.append(text) }
            }
            listed += request.redactions[0].similar.map(\.text)
        }
        #expect(count == 310)
        #expect(kept == ["mäkisen", "veikolle", "игорю", "radce", "zdenka"])
        #expect(listed == kept)
    }

    /// Words that begin like a name, or are one, in texts made of such words: 60 are hidden and the
    /// others are listed. A grammar of a dozen languages hid 11 and listed 53.
    @Test func fewOrdinaryWordsAreHidden() throws {
        let texts = Dictionary(
            try Self.lines("ordinary.txt").map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
        var (count, hidden, listed): (Int, [String], [String]) = (0, [], [])
        for person in try Self.people() {
            guard let text = texts[person.language] else { continue }
            let words = text.split { !$0.isLetter && $0 != "'" }.map(String.init)
            let request = try prepared(words, hiding: person.name)
            count += words.count
            for (message, word) in zip(request.conversation.messages, words)
            where message.body.map(\.plainText).joined() != word {
                hidden.append(word)
            }
            listed += request.redactions[0].similar.map(\.text)
        }
        #expect(count == 1662)
        #expect(hidden.count == 60, "\(hidden)")
        #expect(listed.count == 83, "\(listed)")
    }
}
