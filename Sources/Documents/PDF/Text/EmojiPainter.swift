import Fonts
import Scene

/// Draws color glyphs as the font's own pictures, each embedded once per document. Their text
/// consists of invisible letters.
final class EmojiPainter {
    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
    }

    private struct Drawn {
        let picture: PDFReference
        let frame: Rect
    }

    private let emoji: EmojiPictures
    private let pictures: DocumentPictures
    private var drawn: [Key: Drawn] = [:]

    private let isGray: Bool

    init(_ emoji: EmojiPictures, pictures: DocumentPictures, isGray: Bool = false) {
        self.isGray = isGray
        self.emoji = emoji
        self.pictures = pictures
    }

    func paint(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, in file: FontFile,
        at origin: Point, in content: inout PageContent
    ) throws(FontFailure) {
        guard run.color.alpha > 0 else { return }
        for glyph in glyphs {
            guard let drawn = try picture(glyph.id, of: run.font, in: file) else { continue }
            let frame = Rect(
                origin.x + Double(glyph.x) + drawn.frame.minX * run.size,
                origin.y + Double(glyph.y) + drawn.frame.minY * run.size,
                drawn.frame.width * run.size, drawn.frame.height * run.size)
            if !frame.isEmpty { content.draw(drawn.picture, over: frame) }
        }
    }

    private func picture(
        _ glyph: UInt32, of font: FontID, in file: FontFile
    ) throws(FontFailure) -> Drawn? {
        let key = Key(font: font, glyph: glyph)
        if let known = drawn[key] { return known }
        guard let found = try emoji.emoji(glyph, of: font, in: file, isGray: isGray) else {
            return nil
        }
        let made = Drawn(picture: pictures.add(found.picture), frame: found.frame)
        drawn[key] = made
        return made
    }
}
