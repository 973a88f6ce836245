package import Scene

/// The pictures of emoji, as their fonts hold them.
///
/// Not safe to share: one for each thread.
package final class ColorGlyphs {
    /// Class, because dictionaries hold no values that cannot be copied.
    private final class Opened {
        let face: HarfBuzzFace
        init(_ file: FontFile) throws(FontFailure) { face = try HarfBuzzFace(file) }
    }

    private var opened: [FontFile: Opened] = [:]

    package init() {}

    /// Nothing when the font has no picture for the glyph.
    package func glyph(
        _ id: UInt32, of file: FontFile
    ) throws(FontFailure) -> ColorGlyph? {
        guard file.hasColorBitmaps else { return nil }
        if let known = opened[file] { return known.face.colorGlyph(id) }
        let face = try Opened(file)
        opened[file] = face
        return face.face.colorGlyph(id)
    }
}

/// An emoji's picture and where it stands.
package struct ColorGlyph: Sendable, Equatable {
    /// The bytes that the font holds.
    package let png: [UInt8]
    /// For a size of one point, from the glyph's origin on the baseline, y downwards.
    package let frame: Rect

    package init(png: [UInt8], frame: Rect) {
        self.png = png
        self.frame = frame
    }
}
