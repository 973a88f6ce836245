import Cairo
import Scene

/// Draws shaped text so that it can be searched and copied out of a document.
final class TextPainter {
    private let fonts: DocumentFonts
    private let emoji: EmojiPainter

    init(fonts: DocumentFonts, emoji: EmojiPainter) {
        self.fonts = fonts
        self.emoji = emoji
    }

    /// Draws one run, whose line begins at a place on the baseline.
    func paint(
        _ run: ShapedText.Run, of text: ShapedText, _ bytes: [UInt8], at line: Point,
        in content: inout PageContent
    ) throws(PDFFault) {
        guard let file = fonts.fontFile(run.font) else { return }
        if let color = run.background, color.alpha > 0 {
            content.fill(.rectangle(run.frame(at: line)), color)
        }
        let glyphs = text.glyphs(of: run)
        let origin = Point(line.x + run.left, line.y)
        if file.hasColorBitmaps { emoji.paint(glyphs, of: run, in: file, at: origin, in: &content) }
        do throws(CairoFailure) {
            let font = try fonts.font(run.font, of: file, letters: glyphs.count)
            let letters = PlacedLetters(glyphs, of: run, saying: bytes, in: font, at: origin)
            // Of a picture's text nothing may show.
            let color = file.hasColorBitmaps ? .clear : run.color
            content.show(letters, of: font, size: run.size, color: color)
        } catch {
            throw .drawing(error)
        }
        if run.isUnderlined { paintRule(below: 0.115, run, at: origin, in: &content) }
        if run.isStruck { paintRule(below: -0.27, run, at: origin, in: &content) }
    }

    /// Draws letters as mere outlines, which no search finds and no copy takes along.
    func draw(
        _ text: ShapedText, at point: Point, in content: inout PageContent
    ) throws(PDFFault) {
        for line in text.lines {
            for run in text.runs(of: line) {
                guard let file = fonts.fontFile(run.font) else { continue }
                let glyphs = text.glyphs(of: run)
                let origin = Point(point.x + line.left + run.left, point.y + line.baseline)
                guard !file.hasColorBitmaps else {
                    emoji.paint(glyphs, of: run, in: file, at: origin, in: &content)
                    continue
                }
                guard run.color.alpha > 0 else { continue }
                content.fill(try outline(of: glyphs, file, run.size, at: origin), run.color)
            }
        }
    }

    private func outline(
        of glyphs: ArraySlice<ShapedText.Glyph>, _ file: FontFile, _ size: Double, at origin: Point
    ) throws(PDFFault) -> Path {
        let face: LetterFace
        do throws(CairoFailure) { face = try fonts.face(file) } catch { throw .drawing(error) }
        var whole = Path()
        for glyph in glyphs {
            let place = origin.offset(Double(glyph.x), Double(glyph.y))
            let path = face.path(glyph.id).map {
                Point(place.x + $0.x * size / 1000, place.y + $0.y * size / 1000)
            }
            whole.elements += path.elements
        }
        return whole
    }

    private func paintRule(
        below share: Double, _ run: ShapedText.Run, at origin: Point,
        in content: inout PageContent
    ) {
        guard run.color.alpha > 0 else { return }
        let thickness = run.size / 15
        let rule = Rect(
            origin.x, origin.y + share * run.size - thickness / 2, run.width, thickness)
        content.fill(.rectangle(rule), run.color)
    }
}

extension ShapedText.Run {
    /// The room that it takes on a line that begins at a place on the baseline.
    func frame(at line: Point) -> Rect {
        Rect(line.x + left, line.y - 0.96 * size, width, 1.22 * size)
    }
}
