import Model
import Scene
import TestSupport
import Testing
import Themes

@testable import Layout

@Suite struct BodyTextTests {
    private func spans(_ entities: [Entity], length: Int = 20) -> [StyledText.Span] {
        let theme = Looks.named("imessage")
        return StyledTextBuilder(
            style: theme.received, texts: theme.text, direction: .automatic, language: nil
        ).spans(entities, length: length)
    }

    @Test func nestedEntitiesBecomeAdjacentSpans() {
        let spans = spans([Entity(0..<10, .bold), Entity(2..<4, .italic), Entity(6..<8, .strike)])
        #expect(spans.map(\.range) == [0..<2, 2..<4, 4..<6, 6..<8, 8..<10])
        #expect(spans.map(\.isItalic) == [nil, true, nil, nil, nil])
        #expect(spans.map(\.isStruck) == [false, false, false, true, false])
        #expect(spans.allSatisfy { $0.weight != nil })
    }

    @Test func rangesBeyondTheTextAreClamped() {
        #expect(spans([Entity(5..<90, .underline)], length: 8).map(\.range) == [5..<8])
        #expect(spans([Entity(30..<90, .underline)], length: 8).isEmpty)
    }

    @Test func spansNeverOverlap() {
        let spans = spans([
            Entity(0..<9, .bold), Entity(0..<3, .italic), Entity(1..<2, .code),
            Entity(9..<12, .link(url: "https://example.com")), Entity(15..<16, .spoiler),
        ])
        for (span, next) in zip(spans, spans.dropFirst()) {
            #expect(span.range.upperBound <= next.range.lowerBound)
        }
    }

    /// A covered word in evidence would look like a redaction.
    @Test(arguments: [true, false])
    func evidenceShowsSpoilers(isEvidence: Bool) throws {
        var conversation = Conversation()
        conversation.participants = [Participant(id: "ana", name: "Ana")]
        var message = Message()
        message.from = 0
        message.body = [.paragraph(RichText("He did it", [Entity(3..<6, .spoiler)]))]
        conversation.messages = [message]
        var options = Options()
        if isEvidence { options.showAllDetails() }
        let layout = Layout(
            conversation, theme: Looks.named("print"), options: options, width: 390,
            pictures: PictureTable(sizes: [], mediaCount: 0),
            language: Languages.of(conversation.locale))
        let builder = StyledTextBuilder(
            style: layout.theme.received, texts: layout.theme.text, direction: .automatic,
            language: nil)
        let span = try #require(builder.spans([Entity(3..<6, .spoiler)], length: 9).first)
        #expect((span.color == .clear) == !isEvidence)
        #expect(span.background != nil)
    }
}
