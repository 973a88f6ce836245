package import Model
import Scene
import Themes

/// The line at the foot of pages that names the signer and the time.
package struct SignatureLine: Sendable, Equatable {
    let name: String
    let made: Moment?
    let isOnEachPage: Bool

    /// - Parameters:
    ///   - made: the signing time that the request states; the timestamp is the proof.
    ///   - isOnEachPage: whether all pages show the line instead of only the last one.
    package init(name: String, made: Moment?, isOnEachPage: Bool) {
        self.name = name
        self.made = made
        self.isOnEachPage = isOnEachPage
    }

    /// The parts of the line in reading order.
    ///
    /// - Parameter isTimeFirst: whether the time precedes a name that leaves no room for it.
    func words(_ phrases: Phrases, isTimeFirst: Bool = false) -> String {
        let name = phrases.signed(by: name.shortened(toLines: 1))
        guard let made else { return name }
        let time = Self.time(made, isAmongRightToLeft: phrases.isRightToLeft)
        return isTimeFirst ? time + " · " + name : name + " · " + time
    }

    /// `2026-05-31 09:40:00 +02:00`, the same time as in the signature.
    private static func time(_ moment: Moment, isAmongRightToLeft: Bool) -> String {
        let text = moment.text
        let zone = text.dropFirst(19).drop { !"Z+-".contains($0) }
        let parts: [Substring] = [
            text.prefix(10), text.dropFirst(11).prefix(8), zone == "Z" ? "UTC" : zone,
        ]
        // Digits and symbols alone would be reordered by the direction of the words around them.
        return isAmongRightToLeft
            ? parts.map { "\u{200E}" + $0 }.joined(separator: " ") : parts.joined(separator: " ")
    }
}

extension Pages {
    func signatureLine(_ number: Int, with measurer: any TextMeasurer) -> Block? {
        let isLast = number == count - 1
        guard let line = signature, isLast || line.isOnEachPage else { return nil }
        let look = transcript.layout.theme.text.status
        let measurer = transcript.layout.measurer(measurer)
        let width = min(paper.content.width, paper.size.width - 2 * Self.edge)
        func shaped(_ words: String, lines: Int?) -> ShapedText {
            measurer.shape(
                StyledText(words, style: look.style, color: look.color, lineLimit: lines),
                width: width)
        }
        var words = line.words(transcript.layout.phrases)
        if shaped(words, lines: 2).lines.count > 1 {
            words = line.words(transcript.layout.phrases, isTimeFirst: true)
        }
        let text = shaped(words, lines: 1)
        let margin = paper.size.height - paper.content.maxY
        let top = size(of: number).height - margin + 2 * Paper.signatureGap
        let rule = max(text.size.width, min(Self.minRule, width))
        let frame = Rect(
            paper.content.midX - rule / 2, top, rule, Paper.signatureGap + text.size.height)
        return Block(
            // The document's only signature field is on the last page.
            role: isLast ? .signature : .footer, frame: frame, text: words,
            nodes: transcript.layout.pictures.painted([
                .fill(
                    .rectangle(Rect(frame.minX, frame.minY, frame.width, 0.5)),
                    look.color.withAlpha(0.45)),
                .text(
                    text,
                    at: Point(
                        paper.content.midX - text.size.width / 2,
                        frame.minY + Paper.signatureGap)),
            ]))
    }

    private static let minRule = 120.0
    /// The distance to the page's sides on a page without margins.
    private static let edge = 16.0
}
