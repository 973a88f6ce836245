import Scene

/// Writes pieces from left to right as runs and glyphs. Adjacent pieces that look alike become one
/// run.
struct RunWriter {
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
