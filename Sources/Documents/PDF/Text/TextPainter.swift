import Fonts
import Scene

/// Draws shaped text so that it can be searched and copied.
final class TextPainter {
    private let fonts: DocumentFonts
    private let emoji: EmojiPainter
    /// Whether exact text must not contain private-use characters (ISO 19005-4, 6.2.10.8).
    private let hidesPrivateLetters: Bool

    init(fonts: DocumentFonts, hidesPrivateLetters: Bool = false, emoji: EmojiPainter) {
        self.hidesPrivateLetters = hidesPrivateLetters
        self.fonts = fonts
        self.emoji = emoji
    }

    /// Draws one run of a line that begins at a point on the baseline.
    func paint(
        _ run: ShapedText.Run, of text: ShapedText, _ bytes: [UInt8], at line: Point,
        language: String? = nil, in content: inout PageContent
    ) throws(PDFFault) {
        guard let file = fonts.fontFile(run.font) else { return }
        if let color = run.background, color.alpha > 0 {
            content.fill(.rectangle(run.frame(at: line)), color)
        }
        let glyphs = text.glyphs(of: run)
        let origin = Point(line.x + run.left, line.y)
        paintMissing(run, of: text, at: origin, in: &content)
        do throws(FontFailure) {
            if file.hasColorBitmaps {
                try emoji.paint(glyphs, of: run, in: file, at: origin, in: &content)
            }
            let font = try fonts.font(run.font, of: file, letters: glyphs.count)
            var shown = try GlyphRun(glyphs, of: run, saying: bytes, in: font, at: origin)
            shown.findTracking(text.tracking, size: run.size)
            if hidesPrivateLetters { shown.hidePrivateLetters() }
            // The text of a picture must be invisible.
            let color = file.hasColorBitmaps ? .clear : run.color
            content.show(shown, of: font, size: run.size, color: color, language: language)
        } catch {
            throw .font(error)
        }
        if run.isUnderlined { paintRule(below: TextRule.underline, run, at: origin, in: &content) }
        if run.isStruck { paintRule(below: TextRule.strike, run, at: origin, in: &content) }
    }

    /// Draws letters as outlines only, which cannot be searched or copied.
    func draw(
        _ text: ShapedText, at point: Point, in content: inout PageContent
    ) throws(PDFFault) {
        for line in text.lines {
            for run in text.runs(of: line) {
                guard let file = fonts.fontFile(run.font) else { continue }
                let glyphs = text.glyphs(of: run)
                let origin = Point(point.x + line.left + run.left, point.y + line.baseline)
                do throws(FontFailure) {
                    if file.hasColorBitmaps {
                        try emoji.paint(glyphs, of: run, in: file, at: origin, in: &content)
                    } else if run.color.alpha > 0 {
                        paintMissing(run, of: text, at: origin, in: &content)
                        content.fill(try outline(of: glyphs, file, run.size, at: origin), run.color)
                    }
                } catch {
                    throw .font(error)
                }
            }
        }
    }

    private func outline(
        of glyphs: ArraySlice<ShapedText.Glyph>, _ file: FontFile, _ size: Double, at origin: Point
    ) throws(FontFailure) -> Path {
        let face = try fonts.face(file)
        var whole = Path()
        for glyph in glyphs {
            let place = origin.offset(Double(glyph.x), Double(glyph.y))
            let path = try face.path(glyph.id).map {
                Point(place.x + $0.x * size / 1000, place.y + $0.y * size / 1000)
            }
            whole.elements += path.elements
        }
        return whole
    }

    /// Fills the boxes of missing glyphs. Their text is written as glyphs that draw nothing.
    private func paintMissing(
        _ run: ShapedText.Run, of text: ShapedText, at origin: Point,
        in content: inout PageContent
    ) {
        guard run.kind == .missing, run.color.alpha > 0 else { return }
        content.fill(text.missingLetters(of: run, at: origin), run.color)
    }

    private func paintRule(
        below share: Double, _ run: ShapedText.Run, at origin: Point,
        in content: inout PageContent
    ) {
        guard run.color.alpha > 0 else { return }
        let thickness = run.size * TextRule.thickness
        let rule = Rect(
            origin.x, origin.y + share * run.size - thickness / 2, run.width, thickness)
        content.fill(.rectangle(rule), run.color)
    }
}
