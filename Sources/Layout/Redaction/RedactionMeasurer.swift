import Model
import Scene

/// Wraps another measurer and hides the redaction marks. Only their reason codes stay visible, on
/// bars.
final class RedactionMeasurer: TextMeasurer {
    private let measurer: any TextMeasurer

    init(_ measurer: any TextMeasurer) { self.measurer = measurer }

    var mayContinue: Bool { measurer.mayContinue }

    func shape(_ text: StyledText, width: Double) -> ShapedText {
        let places = RedactionMark.places(in: text.text)
        guard !places.isEmpty else { return measurer.shape(text, width: width) }
        var hidden = text
        hidden.spans = RedactionMeasurer.spans(text.spans, without: places)
        return measurer.shape(hidden, width: width)
    }

    /// Replaces the styles of marks with fixed ones, so that a mark's width does not reveal whether
    /// the redacted text was bold or italic.
    private static func spans(
        _ spans: [StyledText.Span], without marks: [RedactionMark.Place]
    ) -> [StyledText.Span] {
        let places = marks.map(\.whole)
        var cut: [StyledText.Span] = []
        var first = 0
        for span in spans {
            while first < places.count, places[first].upperBound <= span.range.lowerBound {
                first += 1
            }
            var start = span.range.lowerBound
            var index = first
            while index < places.count, places[index].lowerBound < span.range.upperBound {
                append(span, start..<max(start, places[index].lowerBound), to: &cut)
                start = places[index].upperBound
                index += 1
            }
            append(span, start..<max(start, span.range.upperBound), to: &cut)
        }
        let own = marks.flatMap { mark in
            [
                span(mark.whole.lowerBound..<mark.reason.lowerBound, .clear, weight: 400),
                span(mark.reason, RedactionBar.ink, weight: 600),
                span(mark.reason.upperBound..<mark.whole.upperBound, .clear, weight: 400),
            ].filter { !$0.range.isEmpty }
        }
        return (cut + own).sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static func span(
        _ range: Range<Int>, _ color: Color, weight: Int
    ) -> StyledText.Span {
        var span = StyledText.Span(range)
        span.color = color
        span.weight = weight
        span.isItalic = false
        return span
    }

    private static func append(
        _ span: StyledText.Span, _ range: Range<Int>, to spans: inout [StyledText.Span]
    ) {
        guard !range.isEmpty else { return }
        var part = span
        part.range = range
        spans.append(part)
    }
}

extension Layout {
    func measurer(_ measurer: any TextMeasurer) -> any TextMeasurer {
        conversation.isRedacted ? RedactionMeasurer(measurer) : measurer
    }
}
