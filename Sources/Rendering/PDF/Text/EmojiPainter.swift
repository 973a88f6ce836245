import Cairo
import Imaging
import Scene
import Typesetting

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

    /// 70 KB each.
    private static let mostPictures = 256

    private let source: ColorGlyphs
    private let text: TextOnlyFont
    private var pictures: [Key: Drawn] = [:]

    init(_ source: ColorGlyphs) throws(CairoFailure) {
        self.source = source
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

    private func paint(
        _ glyph: ShapedText.Glyph, of run: ShapedText.Run, at origin: Point,
        on canvas: borrowing Canvas
    ) throws(CairoFailure) {
        guard let drawn = try picture(glyph.id, of: run.font) else { return }
        let frame = Rect(
            origin.x + Double(glyph.x) + drawn.frame.minX * run.size,
            origin.y + Double(glyph.y) + drawn.frame.minY * run.size,
            drawn.frame.width * run.size, drawn.frame.height * run.size)
        guard !frame.isEmpty else { return }
        canvas.setSource(drawn.picture.surface, in: frame, sampling: .nearest)
        canvas.add(frame)
        canvas.fill()
    }

    private func picture(
        _ glyph: UInt32, of font: FontID
    ) throws(CairoFailure) -> Drawn? {
        let key = Key(font: font, glyph: glyph)
        if let known = pictures[key] { return known }
        guard let found = source.glyph(glyph, of: font),
            let bitmap = Self.decoded(found.png)
        else { return nil }
        let name = "glyph \(font.number) \(glyph)"
        let drawn = Drawn(
            picture: try EmbeddedPicture(bitmap, name: name), frame: found.frame)
        if pictures.count >= Self.mostPictures { pictures.removeAll(keepingCapacity: true) }
        pictures[key] = drawn
        return drawn
    }

    /// Fonts are the machine's own; one with a broken picture loses that picture only.
    private static func decoded(_ png: [UInt8]) -> Bitmap? {
        do throws(PictureFault) {
            let facts = try PictureProbe(limits: PictureLimits(pixels: 1_000_000)).facts(of: png)
            return try PictureDecoder.decode(png, facts)
        } catch {
            return nil
        }
    }
}
