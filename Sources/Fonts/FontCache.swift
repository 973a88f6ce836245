import Basics
package import Scene

/// The open fonts of one worker, and the letters drawn with them. It is never shared.
///
/// Cairo's own glyph cache is not used, because all workers share it. When it is full, version 1.16
/// evicts another worker's glyphs; if that worker does the same at that moment, both deadlock.
package final class FontCache {
    private struct Key: Hashable {
        let file: FontFile
        let pixelsPerEm: Double
    }

    /// The maximum number of fonts. Callers choose sizes, so their number must be bounded; a theme
    /// needs about twenty.
    private static let maxFonts = 256
    /// The maximum memory of letters: about 7,000 Chinese characters at a message's size and two
    /// pixels per point.
    private static let maxBytes = 8_000_000

    private let library: FontLibrary
    private var faces: [FontFile: OpenFace] = [:]
    private var fonts: [Key: SizedFont] = [:]
    /// The SHA-256 digests of font files in hexadecimal, by path.
    private var digests: [String: String] = [:]

    package init() throws(FontFailure) { library = try FontLibrary() }

    package func font(
        _ file: FontFile, pixelsPerEm: Double
    ) throws(FontFailure) -> SizedFont {
        let key = Key(file: file, pixelsPerEm: pixelsPerEm)
        if let font = fonts[key] { return font }
        shrink()
        let made = SizedFont(try face(file), pixelsPerEm: pixelsPerEm)
        fonts[key] = made
        return made
    }

    package func outline(
        of glyph: UInt32, in file: FontFile
    ) throws(FontFailure) -> GlyphOutline? {
        try face(file).outline(glyph)
    }

    package func facts(of file: FontFile) throws(FontFailure) -> FontFacts {
        try face(file).facts
    }

    /// Returns the SHA-256 digest of a font's file in hexadecimal; nil if the file is not in
    /// memory.
    ///
    /// A file of 16 MB takes about ten milliseconds, once per worker.
    package func digest(of file: FontFile) throws(FontFailure) -> String? {
        if let known = digests[file.path] { return known }
        let digest = try face(file).digest
        digests[file.path] = digest
        return digest
    }

    /// Empties the cache once it exceeds the limit.
    package func shrink() {
        let bytes = fonts.values.reduce(0) { $0 + $1.byteCount }
        guard bytes > Self.maxBytes || fonts.count >= Self.maxFonts else { return }
        fonts.removeAll(keepingCapacity: true)
        if faces.count >= Self.maxFonts { faces.removeAll() }
    }

    private func face(_ file: FontFile) throws(FontFailure) -> OpenFace {
        if let face = faces[file] { return face }
        let made = try library.open(file)
        faces[file] = made
        return made
    }
}
