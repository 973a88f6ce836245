import Cairo
import Scene

/// Draws colour glyphs as the font's own pictures, each with an empty glyph that carries its text.
///
/// Left to itself, cairo 1.16 puts a 72-dpi picture without any text in their place.
final class EmojiPainter {
    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
    }

    private struct Drawn {
        let picture: EmbeddedPicture
        let frame: Rect
    }

    private let emoji: EmojiPictures
    private let bank: PictureBank
    private let text: TextOnlyFont
    private var drawn: [Key: Drawn] = [:]

    init(_ emoji: EmojiPictures, bank: PictureBank) throws(CairoFailure) {
        self.emoji = emoji
        self.bank = bank
        text = try TextOnlyFont()
    }

    func paint(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, _ clusters: GlyphClusters,
        at origin: Point, on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        var glyph = glyphs.startIndex
        var byte = 0
        for cluster in clusters.clusters {
            let count = Int(cluster.glyphs)
            let first = glyphs[glyph]
            for drawn in glyphs[glyph..<glyph + count] {
                try paint(drawn, of: run, at: origin, on: canvas)
            }
            let said = clusters.text[byte..<byte + Int(cluster.bytes)]
            if !said.isEmpty {
                let place = Point(origin.x + Double(first.x), origin.y + Double(first.y))
                try canvas.say(said, at: place, size: run.size, font: text)
            }
            glyph += count
            byte += Int(cluster.bytes)
        }
    }

    /// The pictures alone, without their text.
    func draw(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, at origin: Point,
        on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        for glyph in glyphs { try paint(glyph, of: run, at: origin, on: canvas) }
    }

    private func paint(
        _ glyph: ShapedText.Glyph, of run: ShapedText.Run, at origin: Point,
        on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        guard run.color.alpha > 0, let drawn = try picture(glyph.id, of: run.font) else { return }
        let frame = Rect(
            origin.x + Double(glyph.x) + drawn.frame.minX * run.size,
            origin.y + Double(glyph.y) + drawn.frame.minY * run.size,
            drawn.frame.width * run.size, drawn.frame.height * run.size)
        guard !frame.isEmpty else { return }
        canvas.setSource(drawn.picture.surface, in: frame, sampling: .nearest)
        canvas.add(frame)
        canvas.fill()
    }

    private func picture(_ glyph: UInt32, of font: FontID) throws(CairoFailure) -> Drawn? {
        let key = Key(font: font, glyph: glyph)
        if let known = drawn[key] { return known }
        guard let found = emoji.emoji(glyph, of: font) else { return nil }
        let made = Drawn(
            picture: try EmbeddedPicture(found.picture, in: bank), frame: found.frame)
        drawn[key] = made
        return made
    }
}
