import Imaging
import Scene
package import Typesetting

/// Emoji as documents hold them, compressed once for all documents of a worker.
package final class EmojiPictures {
    struct Emoji {
        let picture: DocumentPicture
        /// For a size of one point, from the glyph's origin on the baseline, y downwards.
        let frame: Rect
    }

    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
    }

    /// About 5 KB each.
    private static let mostPictures = 512

    private let source: ColorGlyphs
    private let zlib: Zlib
    private var known: [Key: Emoji] = [:]

    package init?(_ source: ColorGlyphs) {
        guard let zlib = Zlib(level: 9) else { return nil }
        self.source = source
        self.zlib = zlib
    }

    /// Nil for a glyph without a picture.
    func emoji(_ glyph: UInt32, of font: FontID) -> Emoji? {
        let key = Key(font: font, glyph: glyph)
        if let emoji = known[key] { return emoji }
        guard let found = source.glyph(glyph, of: font), let bitmap = Self.decoded(found.png) else {
            return nil
        }
        let emoji = Emoji(picture: DocumentPicture(bitmap, with: zlib), frame: found.frame)
        if known.count >= Self.mostPictures { known.removeAll(keepingCapacity: true) }
        known[key] = emoji
        return emoji
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
