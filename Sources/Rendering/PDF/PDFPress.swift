import Cairo
package import Typesetting

/// What a worker keeps from one document to the next: letters, emoji and a compressor.
package final class PDFPress {
    let letters: LetterShapes
    let emoji: EmojiPictures
    let zlib: Zlib

    package init(on easel: Easel, fonts: FontTable) throws(WorkerFailure) {
        guard let zlib = Zlib(), let emoji = EmojiPictures(ColorGlyphs(fonts: fonts)) else {
            throw .memory
        }
        self.zlib = zlib
        self.emoji = emoji
        do throws(CairoFailure) {
            letters = try LetterShapes(easel.fonts)
        } catch {
            throw .drawing("\(error)")
        }
    }
}
