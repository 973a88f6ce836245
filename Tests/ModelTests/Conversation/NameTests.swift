import Model
import Testing

@Suite struct NameTests {
    private func body(_ text: String, _ format: String) throws -> [TextBlock] {
        try message(
            #"{"text":"\#(text)","format":"\#(format)"}"#,
            #""participants":[{"id":"123","name":"Ana"},{"id":"U1","name":"Ben"}],"emoji":[{"name":"parrot","src":{"data":"AAEC"}}],"#
        ).body
    }

    @Test func declaredEmojiOverrideStandardOnes() throws {
        guard case .paragraph(let rich)? = try body("a :parrot: :dog:", "slack").first else {
            throw Missing()
        }
        #expect(rich.text == "a :parrot: 🐶")
        #expect(rich.entities == [Entity(2..<10, .customEmoji(name: "parrot"))])
    }

    @Test(arguments: [
        ("<@123> <@9>", "discord", "@Ana @9"), ("<@!123>", "discord", "@Ana"),
        ("<@U1> <@U1|benny> <@U2>", "slack", "@Ben @benny @U2"),
    ])
    func idsAreReplacedByParticipantNames(text: String, format: String, shown: String) throws {
        #expect(try body(text, format).first?.plainText == shown)
    }

    private struct Missing: Error {}
}
