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
            style: theme.received, look: theme.text, direction: .automatic, language: nil
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
}
