import Basics
package import Model
import Scene
package import Themes

/// Wraps another measurer and hides the redaction marks. Only their reason codes stay visible, on
/// bars.
private final class RedactionMeasurer: TextMeasurer {
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

/// The bar over redacted text: one dark shape with an edge that is visible on dark backgrounds too.
/// It is as long as the invisible letters of the mark, which can be found and copied. Only the
/// reason code is drawn, on the bar.
enum RedactionBar {
    private static let fill = Color(22, 22, 24)
    /// A mid gray with a contrast of at least 3:1 against white, against black and against the bar.
    private static let edge = Color(142, 142, 147)
    static let ink = Color.white

    /// Stops early if the work must end.
    static func nodes(
        in text: ShapedText, _ lines: ArraySlice<ShapedText.Line>, at point: Point,
        budget: WorkBudget = .unlimited
    ) -> [Node] {
        guard let first = lines.first, let last = lines.last,
            lines.contains(where: { text.runs(of: $0).contains(where: isHidden) })
        else { return [] }
        let places = RedactionMark.places(
            in: text.text, near: Int(first.text.lowerBound)..<Int(last.text.upperBound))
        var nodes: [Node] = []
        var next = 0
        for line in budget.checked(lines) {
            while next < places.count, places[next].whole.upperBound <= Int(line.text.lowerBound) {
                next += 1
            }
            // A mark that a narrow line breaks continues on the next line.
            for place in places[next...].prefix(while: {
                $0.whole.lowerBound < Int(line.text.upperBound)
            }) {
                if let frame = frame(of: place, in: line, text) {
                    nodes += bar(frame.offset(point.x, point.y))
                }
            }
        }
        return nodes
    }

    /// Whether letters reserve the space of a bar. A spoiler's letters have their own background.
    private static func isHidden(_ run: ShapedText.Run) -> Bool {
        run.color.alpha == 0 && run.background == nil
    }

    /// In right-to-left lines the brackets are separate runs beside the letters.
    private static func frame(
        of place: RedactionMark.Place, in line: ShapedText.Line, _ text: ShapedText
    ) -> Rect? {
        var frame: Rect?
        var hasMark = false
        for run in text.runs(of: line) {
            guard Int(run.text.lowerBound) < place.whole.upperBound,
                Int(run.text.upperBound) > place.whole.lowerBound
            else { continue }
            let isReason = place.reason.contains(Int(run.text.lowerBound))
            guard isReason || isHidden(run) else { continue }
            // A line may contain only the reason code of a mark.
            hasMark = hasMark || isHidden(run) || run.color == ink
            let part = Rect(
                line.left + run.left, line.baseline - run.size * 0.82, run.width, run.size * 1.04)
            frame = frame?.union(part) ?? part
        }
        return hasMark ? frame : nil
    }

    private static func bar(_ frame: Rect) -> [Node] {
        let edge = Path.rounded(frame.inset(by: 0.5), frame.height * 0.18)
        return [.shape(edge, fill: .color(fill), stroke: Stroke(RedactionBar.edge, width: 1))]
    }
}

struct RedactedPieces {
    let composer: MessageComposer

    private var look: CardLook { CardLook(composer) }

    /// A bubble for each redacted item except the text, which is in the body.
    func contents() -> [BubbleContent] {
        guard composer.message.hasDetails, let redacted = composer.message.details.redacted else {
            return []
        }
        return redacted.kinds.compactMap { kind in
            kind.redactedPhrase.map { phrase in
                let words = [look.phrases[phrase], redacted.reason].compactMap { $0 }
                return BubbleContent(pieces: [piece(words.joined(separator: " · "), kind.mark)])
            }
        }
    }

    private func piece(_ words: String, _ mark: Mark) -> any Piece {
        let lead = LeadMark(
            kind: .disc(mark), fill: look.faint, ink: look.style.textColor, side: 34)
        return CardRow(look, lead, ground: look.card, text: words, minWidth: 190) {
            width in
            [look.title(words, lines: 2, width: width)]
        }
    }
}

extension ContentKind {
    /// The phrase for redacted content, such as "Redacted photo"; nil if the body's bar shows it.
    package var redactedPhrase: Phrase? {
        switch self {
        case .image: .redactedPhoto
        case .video: .redactedVideo
        case .gif: .redactedGIF
        case .sticker: .redactedSticker
        case .voice: .redactedVoice
        case .audio: .redactedAudio
        case .videoNote: .redactedVideoNote
        case .file: .redactedFile
        case .contact: .redactedContact
        case .location: .redactedLocation
        case .card: .redactedCard
        case .poll: .redactedPoll
        case .call: .redactedCall
        case .payment: .redactedPayment
        case .link: .redactedLink
        case .text, .reply, .forwarded, .reaction, .edited, .deleted, .translation, .code, .mention:
            nil
        }
    }

    var mark: Mark {
        switch self {
        case .image, .gif: .photo
        case .video, .videoNote: .film
        case .sticker: .sticker
        case .voice: .microphone
        case .audio: .music
        case .file: .page
        case .contact: .person
        case .location: .pin
        case .card: .app
        case .poll: .chart
        case .call: .phone
        case .payment: .coin
        case .link: .chain
        case .text, .reply, .forwarded, .reaction, .edited, .deleted, .translation, .code, .mention:
            .unknown
        }
    }
}
