package import Conversation
import Scene
import Theme

/// Who signed a document and when, as a line at the foot of its pages.
package struct SignatureLine: Sendable, Equatable {
    let name: String
    let made: Moment?
    let isOnEachPage: Bool

    /// - Parameters:
    ///   - made: when, if the request says so; a timestamp is the proof.
    ///   - isOnEachPage: whether all pages show it, and not the last one alone.
    package init(name: String, made: Moment?, isOnEachPage: Bool) {
        self.name = name
        self.made = made
        self.isOnEachPage = isOnEachPage
    }

    func words(_ phrases: Phrases) -> String {
        phrases.signed(by: name.shortened(toLines: 1)) + (made.map { " · " + Self.time($0) } ?? "")
    }

    /// `2026-05-31 09:40:00 +02:00`, as the signature's own date says it.
    private static func time(_ moment: Moment) -> String {
        let text = moment.text
        let zone = text.dropFirst(19).drop { !"Z+-".contains($0) }
        return text.prefix(10) + " " + text.dropFirst(11).prefix(8) + " "
            + (zone == "Z" ? "UTC" : zone)
    }
}

extension Pages {
    /// The block of a page; nil for a page without.
    func signatureLine(_ number: Int, with measurer: any TextMeasurer) -> Block? {
        let isLast = number == count - 1
        guard let line = signature, isLast || line.isOnEachPage else { return nil }
        let look = transcript.layout.theme.text.status
        let words = line.words(transcript.layout.phrases)
        let text = transcript.layout.measurer(measurer).shape(
            StyledText(words, style: look.style, color: look.color, lineLimit: 1),
            width: paper.content.width)
        let margin = paper.size.height - paper.content.maxY
        let top = size(of: number).height - margin + Paper.signatureGap
        let width = max(text.size.width, min(Self.shortestRule, paper.content.width))
        let frame = Rect(
            paper.content.midX - width / 2, top, width, Paper.signatureGap + text.size.height)
        let rule = Rect(frame.minX, frame.minY, frame.width, 0.5)
        return Block(
            // The document's one field of the signature is on the last page.
            role: isLast ? .signature : .footer, frame: frame, text: words,
            nodes: transcript.layout.pictures.painted([
                .fill(.rectangle(rule), look.color.withAlpha(0.45)),
                .text(
                    text,
                    at: Point(
                        paper.content.midX - text.size.width / 2,
                        frame.minY + Paper.signatureGap)),
            ]))
    }

    private static let shortestRule = 120.0
}
