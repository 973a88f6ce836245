import Model
import Scene
import Themes

struct StyledTextBuilder {
    let style: BubbleStyle
    let texts: TextStyles
    let direction: StyledText.Direction
    let language: String?
    var emoji: [String: PictureID] = [:]
    /// The participants that mentions may name; nil if the theme does not highlight mentions and
    /// tags.
    var names: NamesInText?
    var spoilerLabel: String?
    /// Small words after the text that the sender did not write: "(edited)".
    var suffix: String?

    /// The style for text that the sender did not write, such as a transcript or a translation:
    /// smaller, in the secondary color.
    static func aside(_ style: BubbleStyle, _ texts: TextStyles, language: String?)
        -> StyledTextBuilder
    {
        var (style, texts) = (style, texts)
        style.textColor = style.secondaryColor
        texts.body = texts.small
        return StyledTextBuilder(
            style: style, texts: texts, direction: .automatic, language: language)
    }

    /// A paragraph, including its inline pictures.
    func piece(
        _ rich: RichText, style textStyle: TextStyle? = nil, width: Double,
        _ measurer: any TextMeasurer
    ) -> TextPiece {
        let rich =
            suffix.map { suffix in
                RichText(rich.text.isEmpty ? suffix : rich.text + " " + suffix, rich.entities)
            } ?? rich
        guard let pictures = InlinePictures(rich, emoji) else {
            var piece = TextPiece(
                measurer.shape(styled(rich, style: textStyle, for: measurer), width: width),
                alignment: style.alignment)
            piece.label = label(of: rich)
            return piece
        }
        let shaped = measurer.shape(
            styled(pictures.substitute, style: textStyle, for: measurer), width: width)
        var piece = TextPiece(
            pictures.restored(shaped), alignment: style.alignment, pictures: pictures)
        piece.label = label(of: rich)
        return piece
    }

    private func label(of rich: RichText) -> String? {
        guard !rich.entities.isEmpty else { return nil }
        return rich.entities.contains { $0.kind == .spoiler } ? spoilerLabel : nil
    }

    func styled(
        _ rich: RichText, style textStyle: TextStyle? = nil, for measurer: any TextMeasurer
    ) -> StyledText {
        let rich = names?.marking(rich) { measurer.mayContinue } ?? rich
        let textStyle = textStyle ?? texts.body
        return StyledText(
            rich.text, style: textStyle, color: style.textColor,
            spans: spans(rich.entities, length: rich.text.utf8.count)
                + suffixSpans(length: rich.text.utf8.count, textStyle),
            direction: direction, alignment: style.alignment, language: language)
    }

    private func suffixSpans(length: Int, _ textStyle: TextStyle) -> [StyledText.Span] {
        guard let suffix else { return [] }
        var span = StyledText.Span(length - suffix.utf8.count..<length)
        span.color = style.secondaryColor
        span.scale = min(texts.time.style.size / textStyle.size, 1)
        return [span]
    }

    /// Flattens nested entities: each stretch between two consecutive boundaries gets the styles of
    /// all entities that cover it. Entities are sorted by start and do not cross, so one pass with
    /// a stack is enough.
    func spans(_ entities: [Entity], length: Int) -> [StyledText.Span] {
        guard !entities.isEmpty else { return [] }
        var spans: [StyledText.Span] = []
        var open: [Entity] = []
        var position = 0
        func flush(to end: Int) {
            guard end > position else { return }
            if !open.isEmpty {
                var span = StyledText.Span(position..<end)
                for entity in open { apply(entity.kind, to: &span) }
                spans.append(span)
            }
            position = end
        }
        for entity in entities {
            let start = min(max(entity.range.lowerBound, position), length)
            while let innermost = open.last, innermost.range.upperBound <= start {
                flush(to: min(innermost.range.upperBound, length))
                open.removeLast()
            }
            flush(to: start)
            position = max(position, start)
            open.append(entity)
        }
        while let innermost = open.popLast() {
            open.append(innermost)
            flush(to: min(innermost.range.upperBound, length))
            open.removeLast()
        }
        return spans
    }

    private func apply(_ kind: Entity.Kind, to span: inout StyledText.Span) {
        switch kind {
        case .bold: span.weight = max(texts.body.weight + 200, 650)
        case .italic: span.isItalic = true
        case .underline: span.isUnderlined = true
        case .strike: span.isStruck = true
        case .spoiler:
            guard texts.coversSpoilers else {
                span.background = style.textColor.withAlpha(0.15)
                break
            }
            // As in the app, background and glyphs have the same color. The text layer still
            // contains the words.
            span.background = style.textColor.withAlpha(0.85)
            span.color = .clear
        case .code:
            span.families = texts.mono.families
            span.scale = texts.mono.size / texts.body.size
            span.background = style.cardFill
        case .link(let url):
            span.link = url
            span.color = style.linkColor
            span.isUnderlined = style.underlinesLinks
        case .mention: apply(texts.mentions, to: &span)
        case .hashtag: apply(texts.tags, to: &span)
        case .customEmoji(let name):
            // The picture is drawn over the emoji that reserves its space.
            if emoji[name] != nil { span.color = .clear }
        }
    }

    private func apply(_ naming: TextStyles.Naming, to span: inout StyledText.Span) {
        switch naming {
        case .plain: break
        case .bold: span.weight = max(texts.body.weight + 200, 650)
        case .colored: span.color = style.linkColor
        case .ground: span.background = style.cardFill
        }
    }

    static func plain(_ blocks: [TextBlock]) -> String {
        var words = Words(room: .max)
        words.add(blocks)
        return words.text
    }

    /// No more than can fit on the lines: thousands of messages may quote one long message.
    static func beginning(of blocks: [TextBlock], lines: Int) -> String {
        var words = Words(room: String.bytes(inLines: lines))
        words.add(blocks)
        return words.text.shortened(toLines: lines)
    }
}

/// Collects a body's lines until the limit is reached.
private struct Words {
    private var lines: [String] = []
    private var room: Int

    init(room: Int) { self.room = room }

    var text: String { lines.count == 1 ? lines[0] : lines.joined(separator: "\n") }

    mutating func add(_ blocks: [TextBlock]) {
        if blocks.isEmpty { add("") }
        for block in blocks {
            guard room >= 0 else { return }
            add(block)
        }
    }

    private mutating func add(_ block: TextBlock) {
        switch block {
        case .paragraph(let rich), .heading(_, let rich): add(rich.text)
        case .code(_, let text): add(text)
        case .quote(let blocks): add(blocks)
        case .list(_, let items):
            for item in items where room >= 0 { add(item.blocks) }
        case .table(_, let header, let rows):
            add(cells: header)
            for row in rows where room >= 0 { add(cells: row) }
        case .rule: add("")
        }
    }

    private mutating func add(cells: [RichText]) {
        add(cells.prefix(room).map(\.text).joined(separator: "\t"))
    }

    private mutating func add(_ line: String) {
        lines.append(line)
        room -= line.utf8.count
    }
}
