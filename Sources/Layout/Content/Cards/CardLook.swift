import Model
import Scene
import Themes

struct CardLook {
    let theme: Theme
    var style: BubbleStyle
    let phrases: Phrases
    let language: String?
    /// The width between the bubble's paddings.
    var width: Double
    /// The maximum width of a picture in the bubble.
    let bubbleWidth: Double
    let isComplete: Bool
    let pictures: PictureTable
    private let measurer: any TextMeasurer
    private let names: NamesInText?

    init(_ composer: MessageComposer) {
        theme = composer.theme
        style = composer.style
        phrases = composer.layout.phrases
        language = composer.message.language
        width = composer.maxContentWidth
        bubbleWidth = composer.mediaWidth
        isComplete = composer.isComplete
        measurer = composer.measurer
        names = composer.layout.names
        pictures = composer.layout.pictures
    }

    // MARK: Texts

    func body(_ words: String) -> ShapedText {
        let body = StyledTextBuilder(
            style: style, texts: theme.text, direction: .automatic, language: language,
            names: names)
        let rich = RichText(words, LinkFinder.links(in: words))
        return measurer.shape(body.styled(rich, for: measurer), width: width)
    }

    /// Text that the sender did not write, such as a transcript or a translation.
    func aside(_ words: String, width: Double) -> ShapedText {
        let body = StyledTextBuilder.aside(style, theme.text, language: language)
        let rich = RichText(words, LinkFinder.links(in: words))
        return measurer.shape(body.styled(rich, for: measurer), width: max(width, 1))
    }

    func label(_ words: String, width: Double) -> ShapedText {
        var label = theme.text.small
        label.isItalic = true
        return shape(words, label, color: style.secondaryColor, lines: 1, width: width)
    }

    /// - Parameter lines: nil for a participant's own words, which are not cut.
    func title(
        _ words: String, _ color: Color? = nil, lines: Int? = 1, width: Double
    ) -> ShapedText {
        var bold = plainStyle
        bold.weight = 600
        return shape(words, bold, color: color ?? style.textColor, lines: lines, width: width)
    }

    /// On up to two lines, or on as many as needed if the theme shows names in full.
    func fileName(_ name: String, isLinked: Bool = false, width: Double) -> ShapedText {
        let color = isLinked ? style.linkColor : style.textColor
        guard !theme.media.isWhole else { return title(name, color, lines: 40, width: width) }
        return MiddleCut(maxLines: 2, width: width) { name, lines in
            title(name, color, lines: lines, width: width)
        }.shaped(name)
    }

    func plain(_ words: String, lines: Int?, width: Double) -> ShapedText {
        shape(words, plainStyle, color: style.textColor, lines: lines, width: width)
    }

    func small(
        _ words: String, color: Color? = nil, weight: Int? = nil, lines: Int? = 1,
        direction: StyledText.Direction = .automatic, spans: [StyledText.Span] = [],
        width: Double
    ) -> ShapedText {
        var small = theme.text.small
        small.weight = weight ?? small.weight
        return shape(
            words, small, color: color ?? style.secondaryColor, limit: isComplete ? nil : lines,
            direction: direction, spans: spans, width: width)
    }

    /// The direction for text that may consist of digits and symbols only.
    var readingDirection: StyledText.Direction {
        phrases.isRightToLeft ? .rightToLeft : .leftToRight
    }

    /// The alignment of a card's lines. It follows the reader's language instead of each line's own
    /// direction.
    var alignment: StyledText.Alignment { phrases.isRightToLeft ? .right : .start }

    /// A duration or other mark on a picture, in the size of times.
    func mark(
        _ words: String, color: Color, weight: Int = 500, size: Double? = nil, width: Double
    ) -> ShapedText {
        var mark = theme.text.time.style
        mark.weight = weight
        mark.lineHeight *= (size ?? mark.size) / mark.size
        mark.size = size ?? mark.size
        mark.tracking = 0
        return shape(words, mark, color: color, limit: 1, width: width)
    }

    func shape(
        _ words: String, _ style: TextStyle, color: Color, lines: Int?,
        direction: StyledText.Direction = .automatic, width: Double
    ) -> ShapedText {
        shape(
            words, style, color: color, limit: isComplete ? nil : lines, direction: direction,
            width: width)
    }

    private func shape(
        _ words: String, _ style: TextStyle, color: Color, limit: Int?,
        direction: StyledText.Direction = .automatic, spans: [StyledText.Span] = [],
        width: Double
    ) -> ShapedText {
        let styled = StyledText(
            limit.map { words.shortened(toLines: $0) } ?? words, style: style, color: color,
            spans: spans, direction: direction, language: language, lineLimit: limit)
        return measurer.shape(styled, width: max(width, 1))
    }

    private var plainStyle: TextStyle {
        var plain = theme.text.body
        let size = max(theme.text.small.size, plain.size * 0.9)
        plain.lineHeight *= size / plain.size
        plain.size = size
        return plain
    }

    // MARK: Colors

    var accent: Color { style.accentColor }

    var onAccent: Color { ink(on: accent) }

    /// The color of marks on a color: the first of white, the bubble's color and black that has
    /// enough contrast.
    func ink(on color: Color) -> Color {
        let solid = color.over(ground)
        if solid.contrast(with: .white) >= 3 { return .white }
        return solid.contrast(with: ground) >= 3 ? ground : .black
    }

    var ground: Color { style.fill.color(on: theme.canvas.background.color.over(.white)) }

    var faint: Color { style.secondaryColor.withAlpha(0.35) }

    /// - Parameters:
    ///   - color: the color for this kind of content, or nil for the usual one.
    ///   - letters: the letters on a page.
    func icon(
        _ icon: CardIconStyle, _ mark: Mark, color: Color? = nil, letters: String? = nil
    ) -> LeadMark {
        let color = color ?? icon.color ?? accent
        let (fill, ink) = icon.fill.map { ($0, color) } ?? (color, ink(on: color))
        let kind: LeadMark.Kind =
            switch icon.shape {
            case .disc: .disc(mark)
            case .square: .square(mark)
            case .glyph: .glyph(mark)
            case .page:
                .page(
                    letters.map {
                        self.mark(
                            $0, color: ink, weight: 700,
                            size: icon.size * ($0.count > 3 ? 0.21 : 0.25), width: icon.size)
                    })
            }
        return LeadMark(kind: kind, fill: fill, ink: ink, side: icon.size)
    }

    // MARK: Backgrounds

    var radius: Double { min(max(style.radius - 6, 4), 10) }

    var card: CardGround { CardGround(fill: style.cardFill, line: faint, radius: radius) }

    func ground(_ form: CardGroundStyle) -> CardGround? {
        var card = card
        switch form {
        case .none, .received: return nil
        case .fill: break
        case .outline: (card.fill, card.isOutlined) = (.clear, true)
        case .box: card.isOutlined = true
        }
        return card
    }

    /// The ground of previews, which have one in every theme.
    var linkGround: CardGround {
        let link = theme.cards.link
        var ground = ground(link.ground) ?? CardGround(fill: .clear, line: .clear, radius: radius)
        ground.bar = link.bar
        return ground
    }

    /// The look of a card that has a bubble like those of received messages.
    func on(_ form: CardGroundStyle) -> CardLook {
        guard form == .received, theme.hasReceivedCards, !isComplete else { return self }
        var look = self
        look.style = theme.received
        return look
    }
}

extension Theme {
    /// Whether cards can have another bubble than the message: no text and no time is in it.
    var hasReceivedCards: Bool { !media.joinsText && time.place != .inside && frames == nil }
}

extension BubbleStyle.Fill {
    func color(on canvas: Color) -> Color {
        switch self {
        case .none: return canvas
        case .color(let color): return color.over(canvas)
        case .gradient(let stops): return stops.first?.color.over(canvas) ?? canvas
        case .canvasGradient(let stops):
            // The bubble may be anywhere on the gradient; its middle color is close to all others.
            guard let first = stops.first, let last = stops.last else { return canvas }
            return first.color.over(canvas).withAlpha(0.5).over(last.color.over(canvas))
        }
    }
}

/// Shortens file names in the middle, so that their beginning and their extension stay readable.
struct MiddleCut {
    let maxLines: Int
    let width: Double
    let shape: (_ name: String, _ maxLines: Int) -> ShapedText

    private static let maxCharacters = 240
    /// The characters kept at the end of a name, including its extension.
    private static let tail = 9

    func shaped(_ name: String) -> ShapedText {
        var characters = Array(name.shortened(toLines: 4))
        if characters.count > MiddleCut.maxCharacters {
            characters =
                characters.prefix(MiddleCut.maxCharacters - MiddleCut.tail)
                + characters.suffix(MiddleCut.tail)
        }
        let name = String(characters)
        if let whole = fitted(name) { return broken(name, whole) ?? whole }
        let tail = min(MiddleCut.tail, characters.count / 3)
        var low = 0
        var high = characters.count - tail
        var best = shape("…", 1)
        while low < high {
            let middle = (low + high + 1) / 2
            let attempt = fitted(
                String(characters.prefix(middle)) + "…" + String(characters.suffix(tail)))
            if let attempt {
                (low, best) = (middle, attempt)
            } else {
                high = middle - 1
            }
        }
        return best
    }

    private func fitted(_ name: String) -> ShapedText? {
        let shaped = shape(name, maxLines + 1)
        return shaped.lines.count <= maxLines && shaped.size.width <= width ? shaped : nil
    }

    /// Moves the line break of a two-line name from within a word to after the last "_" or "-"
    /// before it. Returns nil if there is none, or if the break is already between words.
    private func broken(_ name: String, _ whole: ShapedText) -> ShapedText? {
        guard whole.lines.count == 2, !whole.runs.contains(where: \.isRightToLeft) else {
            return nil
        }
        let first = name.utf8.prefix(Int(whole.lines[1].text.lowerBound))
        guard first.last != UInt8(ascii: " "),
            let sign = first.lastIndex(where: { "_-".utf8.contains($0) })
        else { return nil }
        let end = name.utf8.index(after: sign)
        return fitted(String(name[..<end]) + "\n" + String(name[end...]))
    }
}
