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

/// From left to right. Adjacent pieces that look alike become one run.
private struct RunWriter {
    private let shaped: ShapedUnits
    private let styles: [SpanStyle]
    private(set) var runs: [ShapedText.Run] = []
    private(set) var glyphs: [ShapedText.Glyph] = []

    private struct Open {
        let piece: LinePiece
        let left: Int
        let firstGlyph: Int
        var width = 0
        var text: Range<Int32>
    }

    /// - Parameter lines: the expected number of lines, most of which are one run.
    init(shaped: ShapedUnits, styles: [SpanStyle], lines: Int) {
        self.shaped = shaped
        self.styles = styles
        runs.reserveCapacity(lines)
        glyphs.reserveCapacity(shaped.glyphs.count)
    }

    mutating func write(_ pieces: [LinePiece]) {
        var pen = 0
        var open: Open?
        for piece in pieces {
            if let run = open, !continues(run, piece) {
                close(run)
                open = nil
            }
            var run =
                open
                ?? Open(
                    piece: piece, left: pen, firstGlyph: glyphs.count, text: piece.text)
            let advance = append(piece, at: run.width)
            run.width += advance
            pen += advance
            run.text =
                min(
                    run.text.lowerBound, piece.text.lowerBound)..<max(
                    run.text.upperBound, piece.text.upperBound)
            open = run
        }
        if let run = open { close(run) }
    }

    private func continues(_ run: Open, _ piece: LinePiece) -> Bool {
        guard run.piece.font == piece.font, run.piece.style == piece.style,
            run.piece.isRightToLeft == piece.isRightToLeft, piece.mark == nil,
            run.piece.mark == nil, piece.kind == run.piece.kind, !piece.isTab,
            !run.piece.isTab
        else { return false }
        return piece.isRightToLeft
            ? piece.text.upperBound == run.text.lowerBound
            : piece.text.lowerBound == run.text.upperBound
    }

    private mutating func close(_ run: Open) {
        let style = styles[run.piece.style]
        runs.append(
            ShapedText.Run(
                font: run.piece.font, size: style.size, color: style.color,
                background: style.background, isUnderlined: style.isUnderlined,
                isStruck: style.isStruck, isRightToLeft: run.piece.isRightToLeft,
                kind: run.piece.kind, link: style.link,
                left: Double(run.left) / Double(ShapedUnits.unitsPerPoint),
                width: Double(run.width) / Double(ShapedUnits.unitsPerPoint),
                glyphs: Int32(run.firstGlyph)..<Int32(glyphs.count), text: run.text))
    }

    /// Appends a piece's glyphs at the offset `left` in its run, and returns the piece's width.
    private mutating func append(_ piece: LinePiece, at left: Int) -> Int {
        let style = styles[piece.style]
        if let mark = piece.mark {
            glyphs.append(
                ShapedText.Glyph(
                    id: mark.id, x: Float(left) / Float(ShapedUnits.unitsPerPoint), y: 0,
                    cluster: piece.text.lowerBound))
            return style.advance(of: mark)
        }
        let start = shaped.positions[piece.units.lowerBound]
        let end = shaped.positions[piece.units.upperBound]
        let size = ShapedUnits.fixed(style.size)
        if piece.isRightToLeft {
            for unit in piece.units.reversed() {
                let place = left + end - shaped.positions[unit + 1]
                Self.append(unit, of: shaped, at: place, size, to: &glyphs)
            }
        } else {
            for unit in piece.units {
                let place = left + shaped.positions[unit] - start
                Self.append(unit, of: shaped, at: place, size, to: &glyphs)
            }
        }
        return end - start
    }

    private static func append(
        _ index: Int, of shaped: ShapedUnits, at left: Int, _ size: Int,
        to glyphs: inout [ShapedText.Glyph]
    ) {
        let unit = shaped.units[index]
        let first = Int(unit.glyph)
        let perPoint = 1 / Float(ShapedUnits.unitsPerPoint)
        var pen = 0
        for place in first..<(first &+ Int(unit.glyphCount)) {
            let glyph = shaped.glyphs[place]
            let x = left &+ ShapedUnits.length(pen &+ Int(glyph.x), at: size)
            pen &+= Int(glyph.advance)
            guard glyph.id != ShapedUnits.Glyph.nothing else { continue }
            let y = ShapedUnits.length(Int(glyph.y), at: size)
            glyphs.append(
                ShapedText.Glyph(
                    id: glyph.id, x: Float(x) * perPoint, y: Float(y) * perPoint,
                    cluster: unit.text))
        }
    }
}

struct LineSpan: Equatable {
    enum EndMark { case none, hyphen, ellipsis }

    let paragraph: Int
    let units: Range<Int>
    /// The units without the trailing spaces.
    let shown: Range<Int>
    let endMark: EndMark
    /// The indent from the edge at which the paragraph starts, in the units of `ShapedUnits`.
    let indent: Int
}

private struct LinePiece {
    let units: Range<Int>
    let style: Int
    let font: FontID
    let level: UInt8
    let kind: ShapedText.Run.Kind
    let isTab: Bool
    let text: Range<Int32>
    /// A hyphen or an ellipsis that is not part of the text.
    let mark: MarkGlyph?

    var isRightToLeft: Bool { level & 1 == 1 }
}

/// UAX #9's rule L2: from the highest level to the lowest odd one, reverse every sequence at that
/// level or above.
private enum VisualOrder {
    static func of(_ levels: [UInt8]) -> [Int] {
        var order = Array(levels.indices)
        guard let highest = levels.max(), highest > 0 else { return order }
        let lowestOdd = levels.lazy.filter { $0 & 1 == 1 }.min() ?? highest + 1
        var level = highest
        while level >= lowestOdd {
            var index = 0
            while index < order.count {
                guard levels[order[index]] >= level else {
                    index += 1
                    continue
                }
                var end = index
                while end < order.count, levels[order[end]] >= level { end += 1 }
                order[index..<end].reverse()
                index = end
            }
            level -= 1
        }
        return order
    }
}
