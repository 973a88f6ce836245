import Basics
import Fonts
import Graphics
import Scene

/// Emoji in the form that documents embed, compressed once for all documents of a worker.
final class EmojiPictures {
    struct Emoji {
        let picture: DocumentPicture
        /// The frame at a size of one point, relative to the glyph's origin on the baseline, with y
        /// pointing down.
        let frame: Rect
    }

    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
        let isGray: Bool
    }

    /// The maximum number of pictures, about 5 KB each.
    private static let maxPictures = 512

    private let source = ColorGlyphs()
    private let zlib: Zlib
    private var known: [Key: Emoji] = [:]

    init?() {
        guard let zlib = Zlib(level: 9) else { return nil }
        self.zlib = zlib
    }

    /// Returns nil for a glyph without a picture.
    func emoji(
        _ glyph: UInt32, of font: FontID, in file: FontFile, isGray: Bool = false
    ) throws(FontFailure) -> Emoji? {
        let key = Key(font: font, glyph: glyph, isGray: isGray)
        if let emoji = known[key] { return emoji }
        guard let found = try source.glyph(glyph, of: file), let bitmap = Bitmap(emoji: found.png)
        else {
            return nil
        }
        let shown = isGray ? bitmap.inGray : bitmap
        let emoji = Emoji(picture: DocumentPicture(shown, with: zlib), frame: found.frame)
        if known.count >= Self.maxPictures { known.removeAll(keepingCapacity: true) }
        known[key] = emoji
        return emoji
    }
}
