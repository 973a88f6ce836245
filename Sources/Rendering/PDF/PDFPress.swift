import Compression

/// What a worker keeps from one document to the next: letters, emoji and a compressor.
package final class PDFPress {
    let letters: LetterShapes
    let emoji: EmojiPictures
    let zlib: Zlib

    package init(on easel: Easel) throws(WorkerFailure) {
        guard let zlib = Zlib(), let emoji = EmojiPictures() else { throw .memory }
        self.zlib = zlib
        self.emoji = emoji
        letters = LetterShapes(easel.fonts)
    }
}
