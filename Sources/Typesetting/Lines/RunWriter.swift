import Scene

/// Writes pieces, from left to right, as runs and glyphs. Neighbours that look alike become one run.
struct RunWriter {
    private let draft: Draft
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

    init(draft: Draft, styles: [SpanStyle]) {
        self.draft = draft
        self.styles = styles
        glyphs.reserveCapacity(draft.glyphs.count)
    }

    /// One line's pieces.
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
            run.piece.mark == nil
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
                link: style.link, left: Double(run.left) / Double(Draft.unitsPerPoint),
                width: Double(run.width) / Double(Draft.unitsPerPoint),
                glyphs: Int32(run.firstGlyph)..<Int32(glyphs.count), text: run.text))
    }

    /// Appends a piece's glyphs, the piece beginning at `left` in its run, and returns its width.
    private mutating func append(_ piece: LinePiece, at left: Int) -> Int {
        let style = styles[piece.style]
        if let mark = piece.mark {
            glyphs.append(
                ShapedText.Glyph(
                    id: mark.id, x: Float(left) / Float(Draft.unitsPerPoint), y: 0,
                    cluster: piece.text.lowerBound))
            return style.advance(of: mark)
        }
        let start = draft.positions[piece.units.lowerBound]
        let end = draft.positions[piece.units.upperBound]
        if piece.isRightToLeft {
            for unit in piece.units.reversed() {
                append(unit, at: left + end - draft.positions[unit + 1], style.size)
            }
        } else {
            for unit in piece.units {
                append(unit, at: left + draft.positions[unit] - start, style.size)
            }
        }
        return end - start
    }

    private mutating func append(_ index: Int, at left: Int, _ size: Double) {
        let unit = draft.units[index]
        let first = Int(unit.glyph)
        var pen = 0
        for glyph in draft.glyphs[first..<(first + Int(unit.glyphCount))] {
            defer { pen += Int(glyph.advance) }
            guard glyph.id != Draft.Glyph.nothing else { continue }
            let x = Double(left) + Double(pen + Int(glyph.x)) * size
            glyphs.append(
                ShapedText.Glyph(
                    id: glyph.id, x: Float(x / Double(Draft.unitsPerPoint)),
                    y: Float(Double(glyph.y) * size / Double(Draft.unitsPerPoint)),
                    cluster: unit.text))
        }
    }
}
