import Glibc
package import Model
import Scene
package import Themes

/// Headers, footers and stamps.
extension Pages {
    private static let stampShare = 0.32
    private static let space = 9.0
    /// The maximum characters of a title or of text between placeholders, if all do not fit.
    private static let maxCharacters = 640

    func furniture(_ number: Int, with measurer: any TextMeasurer) -> [Block] {
        let measurer = transcript.layout.measurer(measurer)
        var blocks = paper.stamps.map { stamped($0, number, with: measurer) }
        for (template, isTop) in [(paper.header, true), (paper.footer, false)] {
            guard let template else { continue }
            // Between two stamps there is less space.
            let hasStamps = paper.stamps.contains { $0.isAtTop == isTop }
            let share = hasStamps ? 1 - 2 * Pages.stampShare : 1
            let width = min(paper.size.width * 0.9, 2 * roomBesideCenter) * share
            let text = fitted(isTop, .center, width: width, with: measurer) {
                filled(template, number, cutTo: $0)
            }
            blocks.append(furniture(text, isTop, centeredAt: paper.content.midX))
        }
        return blocks
    }

    private func stamped(
        _ stamp: PageStamp, _ number: Int, with measurer: any TextMeasurer
    ) -> Block {
        let page = numbers.before + numbers.skipped + number
        let text = fitted(
            stamp.isAtTop, stamp.isAtRight ? .right : .left,
            width: paper.content.width * Pages.stampShare, weight: 700, with: measurer
        ) { stamp.text(onPage: page, cutTo: $0) }
        let half = text.size.width / 2
        return furniture(
            text, stamp.isAtTop,
            centeredAt: stamp.isAtRight ? paper.content.maxX - half : paper.content.minX + half)
    }

    private func furniture(_ text: ShapedText, _ isTop: Bool, centeredAt x: Double) -> Block {
        let top = (room(isTop) - text.size.height) / 2
        return artifact(
            text, as: isTop ? .header : .footer, centeredAt: x, isTop ? top : paper.foot + top)
    }

    private func room(_ isTop: Bool) -> Double {
        isTop ? paper.content.minY : paper.size.height - paper.foot
    }

    /// Returns words on as many lines as the margin has room for. If that is not enough, the
    /// longest words are cut: an ellipsis at the end would often hide the page's number.
    private func fitted(
        _ isTop: Bool, _ alignment: StyledText.Alignment, width: Double, weight: Int? = nil,
        with measurer: any TextMeasurer, words: (_ length: Int) -> String
    ) -> ShapedText {
        let font = transcript.layout.theme.text.status
        var style = font.style
        style.weight = weight ?? style.weight
        // The mark is below the footer, which is in the middle of the margin.
        let mark = isTop || transcript.mark == nil ? 0 : 2 * MarkLine.height
        let lines = max(1, Int((room(isTop) - mark - Pages.space) / style.lineHeight))
        func shaped(_ length: Int, lineLimit: Int) -> ShapedText {
            measurer.shape(
                StyledText(
                    words(length), style: style, color: font.color, alignment: alignment,
                    lineLimit: lineLimit),
                width: width)
        }
        func fit(_ length: Int) -> ShapedText? {
            let text = shaped(length, lineLimit: lines + 1)
            return text.lines.count <= lines && text.size.width <= width ? text : nil
        }
        if let whole = fit(.max) { return whole }
        var (low, high) = (0, Pages.maxCharacters)
        while low < high {
            let middle = (low + high + 1) / 2
            if fit(middle) == nil { high = middle - 1 } else { low = middle }
        }
        return shaped(low, lineLimit: lines)
    }

    private var roomBesideCenter: Double {
        min(paper.content.midX, paper.size.width - paper.content.midX)
    }

    /// - Parameter length: the number of characters to which the title and the template's own text
    ///   are cut; numbers and digests are never cut.
    private func filled(_ template: String, _ number: Int, cutTo length: Int) -> String {
        let phrases = transcript.layout.phrases
        return PageTemplate.filled(template, text: { String($0).cut(to: length) }) { name in
            switch name {
            // Every page may show the title.
            case "title":
                (transcript.layout.conversation.title ?? "").shortened(toLines: 1).cut(to: length)
            case "page": String(numbers.before + number + 1)
            case "pages": String(numbers.all ?? count)
            case "date": date.map { String($0.text.prefix(10)) } ?? phrases[.notStated]
            default: digests.value(of: name, or: phrases[.notStated])
            }
        }
    }
}

/// A stamp in a corner of every page: the page's number within the case, the document's name, or
/// its confidentiality.
struct PageStamp: Sendable, Equatable {
    enum Words: Sendable, Equatable {
        case text(String)
        case number(BatesNumbers)
    }

    let words: Words
    let isAtTop: Bool
    let isAtRight: Bool

    /// The stamps of a page, each in its own corner: the case number in the requested one, the
    /// exhibit's name at the top, and the confidentiality legend at the bottom.
    static func all(of setup: PageSetup) -> [PageStamp] {
        var stamps: [PageStamp] = []
        let place = setup.bates?.place
        if let bates = setup.bates {
            stamps.append(
                PageStamp(
                    words: .number(bates), isAtTop: place == .topRight || place == .topLeft,
                    isAtRight: place == .topRight || place == .bottomRight))
        }
        if let exhibit = setup.exhibit, !exhibit.isEmpty {
            stamps.append(
                PageStamp(words: .text(exhibit), isAtTop: true, isAtRight: place != .topRight))
        }
        if let legend = setup.legend, !legend.isEmpty {
            stamps.append(
                PageStamp(words: .text(legend), isAtTop: false, isAtRight: place == .bottomLeft))
        }
        return stamps
    }

    /// - Parameters:
    ///   - page: the number of pages that precede this page in the case's documents.
    ///   - length: the number of characters to which words are cut; digits are never cut.
    func text(onPage page: Int, cutTo length: Int) -> String {
        switch words {
        case .text(let text): return text.cut(to: length)
        case .number(let bates):
            let number = bates.start + page
            return bates.prefix.cut(to: length) + bates.digits(of: number)
        }
    }
}

/// The numbering of pages that are only a part of a conversation's pages.
package struct PageNumbers: Sendable {
    package var before = 0
    package var all: Int?
    /// The count of intermediate case numbers assigned to files that are produced without pages.
    package var skipped = 0

    package init() {}

    package init(before: Int, all: Int) {
        self.before = before
        self.all = all
    }
}

/// The digests that every page may show, in hexadecimal; nil if there are none.
package struct PageDigests: Sendable {
    var source: String?
    /// The last link of the chain of the messages' digests.
    var chain: String?

    package init(source: String? = nil, chain: String? = nil) {
        self.source = source
        self.chain = chain
    }

    /// `sha256` is all digits, `sha256:8` the first eight; nil for other names.
    func value(of name: Substring, or nothing: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let digest: String?
        switch parts[0] {
        case "sha256": digest = source
        case "chain": digest = chain
        default: return nil
        }
        guard parts.count > 1 else { return digest ?? nothing }
        guard let digits = Int(parts[1]), digits > 0 else { return nil }
        return digest.map { String($0.prefix(digits)) } ?? nothing
    }
}

/// A small line at the bottom of a picture or page, such as "Reconstruction".
package struct MarkLine: Sendable {
    private let words: String
    private let style: TextStyle
    private let color: Color

    static let height = 24.0

    package init(_ words: String, for theme: Theme) {
        self.words = words
        var style = theme.text.status.style
        (style.size, style.lineHeight, style.weight) = (11, 14, 500)
        self.style = style
        color = theme.text.status.color
    }

    /// - Parameters:
    ///   - band: the area at the bottom of the picture.
    ///   - around: the color behind the band; nil if it is transparent or the theme's background.
    func block(
        in band: Rect, on around: Color?, isClear: Bool, _ pictures: PictureTable,
        _ measurer: any TextMeasurer
    ) -> Block {
        let ink =
            around.map { $0.luminance < 0.2 ? Color(200, 200, 205) : Color(70, 70, 75) }
            ?? (isClear ? Color(118, 118, 123) : color)
        let text = measurer.shape(
            StyledText(words, style: style, color: ink, alignment: .center, lineLimit: 1),
            width: max(band.width - 24, 40))
        let frame = Rect(
            band.midX - text.size.width / 2, band.midY - text.size.height / 2, text.size.width,
            text.size.height)
        return Block(
            role: .note, frame: frame, text: words,
            nodes: pictures.painted([.text(text, at: frame.origin)]))
    }
}

extension Pages {
    func mark(on number: Int, with measurer: any TextMeasurer) -> Block? {
        guard let mark = transcript.mark else { return nil }
        let measurer = transcript.layout.measurer(measurer)
        let size = size(of: number)
        let foot = max(MarkLine.height, paper.geometry.map { size.height - $0.room.maxY } ?? 0)
        // On a sheet the mark is below the footer.
        let band =
            paper.isSheet
            ? Rect(0, size.height - MarkLine.height, size.width, MarkLine.height)
            : Rect(0, size.height - foot, size.width, foot)
        let card = paper.geometry?.card
        return mark.block(
            in: band, on: card?.around, isClear: card != nil, transcript.layout.pictures, measurer)
    }
}

package struct SignatureLine: Sendable, Equatable {
    let name: String
    let made: Moment?
    fileprivate let isOnEachPage: Bool

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
        let font = transcript.layout.theme.text.status
        let measurer = transcript.layout.measurer(measurer)
        let width = min(paper.content.width, paper.size.width - 2 * Self.edge)
        func shaped(_ words: String, lines: Int?) -> ShapedText {
            measurer.shape(
                StyledText(words, style: font.style, color: font.color, lineLimit: lines),
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
                    font.color.withAlpha(0.45)),
                .text(
                    text,
                    at: Point(
                        paper.content.midX - text.size.width / 2,
                        frame.minY + Paper.signatureGap)),
            ]))
    }

    private static let minRule = 120.0
    private static let edge = 16.0
}

extension Pages {
    /// Over the page's content, so that no part can be copied without it.
    func watermark(with measurer: any TextMeasurer) -> Block? {
        guard let mark = paper.watermark else { return nil }
        let measurer = transcript.layout.measurer(measurer)
        let font = transcript.layout.theme.text.status
        var color = font.color
        color.alpha = UInt8((mark.opacity * 255).rounded())
        var style = font.style
        (style.weight, style.tracking) = (700, 0)
        func shaped(_ size: Double) -> ShapedText {
            (style.size, style.lineHeight) = (size, size * 1.2)
            return measurer.shape(
                StyledText(mark.text, style: style, color: color, lineLimit: 1),
                width: Self.maxMarkWidth)
        }
        let first = shaped(Self.usualMark).size
        let text = shaped(Self.usualMark * share(of: first, turnedBy: mark.angle))
        let middle = paper.content.center
        let frame = Rect(
            middle.x - text.size.width / 2, middle.y - text.size.height / 2, text.size.width,
            text.size.height)
        return Block(
            role: .watermark(angle: mark.angle), frame: frame,
            nodes: transcript.layout.pictures.painted([.text(text, at: frame.origin)]))
    }

    private static let usualMark = 40.0
    private static let maxMarkWidth = 8_000.0
    private static let maxMarkHeight = 0.12

    private func share(of size: Size, turnedBy degrees: Double) -> Double {
        let (sine, cosine) = (abs(sin(degrees * .pi / 180)), abs(cos(degrees * .pi / 180)))
        let turned = Size(
            size.width * cosine + size.height * sine, size.width * sine + size.height * cosine)
        return min(
            paper.content.width / max(turned.width, 1),
            paper.content.height / max(turned.height, 1),
            paper.content.height * Self.maxMarkHeight / max(size.height, 1))
    }
}
