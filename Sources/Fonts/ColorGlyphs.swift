package import Scene

/// The pictures of emoji from their fonts.
///
/// An instance is not thread-safe; each thread has its own.
package final class ColorGlyphs {
    /// A class, because dictionaries cannot contain noncopyable values.
    private final class Opened {
        let face: HarfBuzzFace
        init(_ file: FontFile) throws(FontFailure) { face = try HarfBuzzFace(file) }
    }

    private var opened: [FontFile: Opened] = [:]

    package init() {}

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

package struct ColorGlyph: Sendable, Equatable {
    package let png: [UInt8]
    /// The frame at a size of one point, relative to the glyph's origin on the baseline, with y
    /// pointing down.
    package let frame: Rect
}
