import Basics
import Fonts
import Graphics
import Scene

/// Writes color glyphs as the font's own pictures, each once. Readers' emoji look different, and
/// many programs draw no color glyphs.
struct SVGEmoji {
    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
    }

    private struct Drawn {
        let number: Int
        let frame: Rect
    }

    let isGray: Bool
    private let source = ColorGlyphs()
    private var drawn: [Key: Drawn] = [:]

    init(isGray: Bool) { self.isGray = isGray }

    /// - Parameter origin: the run's origin on the baseline.
    mutating func append(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, to markup: inout SVGMarkup
    ) throws(FontFailure) {
        guard run.color.alpha > 0 else { return }
        for glyph in glyphs {
            guard let emoji = try define(glyph.id, of: run.font, in: file, to: &markup) else {
                continue
            }
            markup.raw("<use")
            markup.frame(
                Rect(
                    origin.x + Double(glyph.x) + emoji.frame.minX * run.size,
                    origin.y + Double(glyph.y) + emoji.frame.minY * run.size,
                    emoji.frame.width * run.size, emoji.frame.height * run.size))
            markup.attribute("xlink:href") { markup in
                markup.raw("#e")
                markup.number(Double(emoji.number))
            }
            markup.raw("/>\n")
        }
    }

    private mutating func define(
        _ glyph: UInt32, of font: FontID, in file: FontFile, to markup: inout SVGMarkup
    ) throws(FontFailure) -> Drawn? {
        let key = Key(font: font, glyph: glyph)
        if let known = drawn[key] { return known }
        guard let found = try source.glyph(glyph, of: file) else { return nil }
        var png = found.png
        if isGray {
            guard let bitmap = Bitmap(emoji: found.png) else { return nil }
            png = bitmap.inGray.encodedAsPNG()
        }
        let made = Drawn(number: drawn.count + 1, frame: found.frame)
        drawn[key] = made
        markup.raw("<symbol id=\"e")
        markup.number(Double(made.number))
        markup.raw("\" viewBox=\"0 0 1 1\" preserveAspectRatio=\"none\"><image")
        markup.frame(Rect(0, 0, 1, 1))
        markup.raw(" preserveAspectRatio=\"none\" xlink:href=\"data:image/png;base64,")
        markup.raw(Base64.encode(png))
        markup.raw("\"/></symbol>\n")
        return made
    }
}
