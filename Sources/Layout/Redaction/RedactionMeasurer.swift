import Conversation
import Scene

/// Sets text as another measurer does, the marks of redaction unseen, to be covered by bars.
final class RedactionMeasurer: TextMeasurer {
    private let measurer: any TextMeasurer

    init(_ measurer: any TextMeasurer) { self.measurer = measurer }

    var goesOn: Bool { measurer.goesOn }

    func shape(_ text: StyledText, width: Double) -> ShapedText {
        let places = RedactionBar.places(in: text.text)
        guard !places.isEmpty else { return measurer.shape(text, width: width) }
        var hidden = text
        hidden.spans = RedactionMeasurer.spans(text.spans, without: places)
        return measurer.shape(hidden, width: width)
    }

    /// The spans where no mark stands, and one for each mark, as long in bold and slanted text as in any
    /// other: how what was redacted was set is redacted too.
    private static func spans(
        _ spans: [StyledText.Span], without places: [Range<Int>]
    ) -> [StyledText.Span] {
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
        let marks = places.map { place in
            var mark = StyledText.Span(place)
            mark.color = .clear
            mark.weight = 400
            mark.isItalic = false
            return mark
        }
        return (cut + marks).sorted { $0.range.lowerBound < $1.range.lowerBound }
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
    /// The measurer by which this conversation's texts are set.
    func measurer(_ measurer: any TextMeasurer) -> any TextMeasurer {
        conversation.isRedacted ? RedactionMeasurer(measurer) : measurer
    }
}
