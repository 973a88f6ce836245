import Model
import Scene
import Themes

/// Headers, footers and stamps.
extension Pages {
    /// The maximum share of the content's width for a stamp.
    private static let stampShare = 0.32
    /// The minimum space above and below a header or footer, together.
    private static let space = 9.0
    /// The maximum characters of a title or of text between placeholders, if all do not fit.
    private static let maxCharacters = 640

    func furniture(_ number: Int, with measurer: any TextMeasurer) -> [Block] {
        let measurer = transcript.layout.measurer(measurer)
        var blocks = paper.stamps.map { stamped($0, number, measurer) }
        for (template, isTop) in [(paper.header, true), (paper.footer, false)] {
            guard let template else { continue }
            // Between two stamps there is less space.
            let hasStamps = paper.stamps.contains { $0.isAtTop == isTop }
            let share = hasStamps ? 1 - 2 * Pages.stampShare : 1
            let width = min(paper.size.width * 0.9, 2 * roomBesideCenter) * share
            let text = fitted(isTop, .center, width, measurer) {
                filled(template, number, cutTo: $0)
            }
            blocks.append(furniture(text, isTop, centeredAt: paper.content.midX))
        }
        return blocks
    }

    private func stamped(
        _ stamp: PageStamp, _ number: Int, _ measurer: any TextMeasurer
    ) -> Block {
        let page = numbers.before + numbers.skipped + number
        let text = fitted(
            stamp.isAtTop, stamp.isAtRight ? .right : .left,
            paper.content.width * Pages.stampShare, weight: 700, measurer
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

    /// The height of the margin for headers or footers.
    private func room(_ isTop: Bool) -> Double {
        isTop ? paper.content.minY : paper.size.height - paper.foot
    }

    /// Returns words on as many lines as the margin has room for. If that is not enough, the
    /// longest words are cut: an ellipsis at the end would often hide the page's number.
    private func fitted(
        _ isTop: Bool, _ alignment: StyledText.Alignment, _ width: Double, weight: Int? = nil,
        _ measurer: any TextMeasurer, words: (_ length: Int) -> String
    ) -> ShapedText {
        let look = transcript.layout.theme.text.status
        var style = look.style
        style.weight = weight ?? style.weight
        // The mark is below the footer, which is in the middle of the margin.
        let mark = isTop || transcript.mark == nil ? 0 : 2 * MarkLine.height
        let lines = max(1, Int((room(isTop) - mark - Pages.space) / style.lineHeight))
        func shaped(_ length: Int, lineLimit: Int) -> ShapedText {
            measurer.shape(
                StyledText(
                    words(length), style: style, color: look.color, alignment: alignment,
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

    /// The distance from the center of the content to the nearer edge of the page.
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
