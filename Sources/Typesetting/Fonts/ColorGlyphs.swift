package import Scene

/// The pictures of emoji, as the font holds them, for outputs that embed them.
///
/// Not safe to share: one for each thread.
package final class ColorGlyphs {
    private struct Key: Hashable {
        let font: FontID
        let glyph: UInt32
    }

    /// About 5 KB each.
    private static let mostGlyphs = 512

    /// Class, because dictionaries hold no values that cannot be copied.
    private final class Opened {
        let face: HarfBuzzFace?
        init(_ file: FontFile) { face = HarfBuzzFace(file) }
    }

    private let fonts: FontTable
    private var opened: [FontID: Opened] = [:]
    private var cached: [Key: ColorGlyph?] = [:]

    package init(fonts: FontTable) { self.fonts = fonts }

    /// Nothing when the font has no picture for the glyph.
    package func glyph(_ id: UInt32, of font: FontID) -> ColorGlyph? {
        let key = Key(font: font, glyph: id)
        if let known = cached[key] { return known }
        let file = fonts.file(font)
        guard file.hasColorBitmaps else { return nil }
        let face = opened[font] ?? Opened(file)
        opened[font] = face
        let glyph = face.face?.colorGlyph(id) ?? nil
        if cached.count >= Self.mostGlyphs { cached.removeAll(keepingCapacity: true) }
        cached[key] = .some(glyph)
        return glyph
    }
}
