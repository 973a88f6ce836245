import Basics
import Scene

/// Writes broken lines into the flat arrays of a `ShapedText`.
///
/// Every line has the height given by the style, whatever fallback fonts it uses. The base font's
/// ascent and descent are centered in it. Only a span with a scale above 1 makes its lines higher,
/// in proportion.
struct LineWriter {
    private let text: StyledText
    private let shaped: ShapedUnits
    private let paragraphs: [Paragraph]
    private let styles: SpanStyles

    init(text: StyledText, shaped: ShapedUnits, paragraphs: [Paragraph], styles: SpanStyles) {
        self.text = text
        self.shaped = shaped
        self.paragraphs = paragraphs
        self.styles = styles
    }

    /// Writes the lines, unless the work must end.
    func write(_ spans: [LineSpan], _ budget: WorkBudget = .unlimited) -> ShapedText {
        let lineHeight = usableLineHeight
        let widths = spans.map(width)
        let widest = zip(spans, widths).reduce(0) { max($0, $1.0.indent + $1.1) }
        var runs = RunWriter(shaped: shaped, styles: styles.styles, lines: spans.count)
        var lines: [ShapedText.Line] = []
        lines.reserveCapacity(spans.count)
        var top = 0.0
        for (span, width) in zip(spans, widths) {
            if lines.count % 64 == 0, !budget.mayContinue { break }
            let paragraph = paragraphs[span.paragraph]
            let firstRun = Int32(runs.runs.count)
            runs.write(pieces(of: span, paragraph))
            let scale = maxScale(in: span)
            lines.append(
                ShapedText.Line(
                    baseline: top + baseline(lineHeight, scale),
                    left: points(left(width, of: span, in: widest, paragraph)),
                    width: points(width),
                    runs: firstRun..<Int32(runs.runs.count),
                    text: textRange(of: span, paragraph),
                    isRightToLeft: paragraph.isRightToLeft))
            top += lineHeight * scale
        }
        return ShapedText(
            text: text.text, size: Size(points(widest), top), lineHeight: lineHeight,
            lines: lines, runs: runs.runs, glyphs: runs.glyphs, links: styles.links,
            tracking: points(styles.tracking))
    }

    // MARK: - Boxes

    private var usableLineHeight: Double {
        let height = text.style.lineHeight
        guard height.isFinite, height > 0 else {
            return SpanStyles.usableSize(text.style.size) * 1.2
        }
        return min(height, 16_384)
    }

    private func baseline(_ lineHeight: Double, _ scale: Double) -> Double {
        let face = styles.baseFace
        let size = SpanStyles.usableSize(text.style.size)
        let spare = lineHeight - (face.ascent + face.descent) * size
        return (spare / 2 + face.ascent * size) * scale
    }

    private func maxScale(in span: LineSpan) -> Double {
        guard styles.isScaled, !span.shown.isEmpty else { return 1 }
        return stretches(of: span.shown).reduce(1) { highest, stretch in
            max(highest, styles.styles[Int(shaped.stretches[stretch].style)].scale)
        }
    }

    private func left(
        _ width: Int, of span: LineSpan, in widest: Int, _ paragraph: Paragraph
    ) -> Int {
        switch text.alignment {
        case .left: span.indent
        case .center: (widest - width) / 2
        case .right: widest - width - span.indent
        case .start:
            paragraph.isRightToLeft ? widest - width - span.indent : span.indent
        }
    }

    private func width(of span: LineSpan) -> Int {
        let shown = span.shown
        let ink = shaped.positions[shown.upperBound] - shaped.positions[shown.lowerBound]
        return ink + endingAdvance(of: span)
    }

    private func endingAdvance(of span: LineSpan) -> Int {
        let style = styles.styles[endingStyle(of: span)]
        switch span.endMark {
        case .none: return 0
        case .hyphen: return style.advance(of: style.face.hyphen)
        case .ellipsis: return style.advance(of: style.face.ellipsis)
        }
    }

    /// The style of the unit before the span's end.
    private func endingStyle(of span: LineSpan) -> Int {
        guard !span.shown.isEmpty else { return 0 }
        let unit = shaped.units[span.shown.upperBound - 1]
        return Int(shaped.stretches[Int(unit.stretch)].style)
    }

    private func textRange(of span: LineSpan, _ paragraph: Paragraph) -> Range<Int32> {
        guard !span.units.isEmpty else {
            let place = Int32(
                span.units.lowerBound < paragraph.units.upperBound
                    ? Int(shaped.units[span.units.lowerBound].text) : paragraph.text.lowerBound)
            return place..<place
        }
        let end = shaped.textEnd(of: span.units.upperBound - 1, in: paragraph)
        return shaped.units[span.units.lowerBound].text..<Int32(end)
    }

    private func points(_ length: Int) -> Double {
        Double(length) / Double(ShapedUnits.unitsPerPoint)
    }

    // MARK: - Pieces

    private func stretches(of units: Range<Int>) -> ClosedRange<Int> {
        Int(
            shaped.units[units.lowerBound].stretch)...Int(
                shaped.units[units.upperBound - 1].stretch)
    }

    /// A line's pieces from left to right.
    private func pieces(of span: LineSpan, _ paragraph: Paragraph) -> [LinePiece] {
        var pieces: [LinePiece] = []
        if !span.shown.isEmpty {
            for index in stretches(of: span.shown) {
                let stretch = shaped.stretches[index]
                let next =
                    index + 1 < shaped.stretches.count
                    ? Int(shaped.stretches[index + 1].firstUnit) : shaped.units.count
                let first = max(Int(stretch.firstUnit), span.shown.lowerBound)
                let end = min(next, span.shown.upperBound)
                let textEnd = shaped.textEnd(of: end - 1, in: paragraph)
                pieces.append(
                    LinePiece(
                        units: first..<end, style: Int(stretch.style), font: stretch.font,
                        level: stretch.level, kind: stretch.kind, isTab: stretch.isTab,
                        text: shaped.units[first].text..<Int32(textEnd), mark: nil))
            }
        }
        if let ending = ending(of: span, after: pieces.last, paragraph) { pieces.append(ending) }
        guard pieces.contains(where: { $0.level > 0 }) else { return pieces }
        return VisualOrder.of(pieces.map(\.level)).map { pieces[$0] }
    }

    private func ending(
        of span: LineSpan, after last: LinePiece?, _ paragraph: Paragraph
    ) -> LinePiece? {
        let style = endingStyle(of: span)
        let face = styles.styles[style].face
        let place = last?.text.upperBound ?? textRange(of: span, paragraph).lowerBound
        func piece(_ mark: MarkGlyph, level: UInt8) -> LinePiece {
            LinePiece(
                units: span.shown.upperBound..<span.shown.upperBound, style: style,
                font: face.font.id, level: level, kind: .letters, isTab: false,
                text: place..<place, mark: mark)
        }
        // An ellipsis is placed at the end of the line, a hyphen at the end of its word.
        let base: UInt8 = paragraph.isRightToLeft ? 1 : 0
        switch span.endMark {
        case .none: return nil
        case .hyphen: return piece(face.hyphen, level: last?.level ?? base)
        case .ellipsis: return piece(face.ellipsis, level: base)
        }
    }
}
