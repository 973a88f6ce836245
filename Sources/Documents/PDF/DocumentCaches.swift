import Basics
package import Fonts
import Graphics
package import Scene

/// The caches that documents of one worker share: letters, emoji, the color profile and compressed
/// streams.
package final class DocumentCaches {
    let charstrings: CharstringCache
    let emoji: EmojiPictures
    let zlib: Zlib
    let compressor: StreamCompressor
    /// The deflated color profile; nil if there is none.
    private(set) lazy var colorProfile = ICCProfile.sRGB.map { zlib.compress($0) }

    /// Returns nil if there is not enough memory.
    package init?(fonts: FontCache) {
        guard let zlib = Zlib(), let emoji = EmojiPictures() else { return nil }
        self.zlib = zlib
        compressor = StreamCompressor(zlib)
        self.emoji = emoji
        charstrings = CharstringCache(fonts)
    }

    /// Opens a font, so that the first document does not have to.
    package func warmUp(
        _ glyph: UInt32, of font: FontID, in file: FontFile
    ) throws(FontFailure) {
        if file.hasColorBitmaps {
            _ = try emoji.emoji(glyph, of: font, in: file)
        } else {
            _ = try charstrings.face(file)
        }
    }
}
