import Digests
package import Scene

/// The fonts that one worker has open, and the letters it has drawn with them. Never shared.
///
/// Not cairo's, whose workers share one store of letters: when it is full, version 1.16 makes room
/// with another worker's letters, and where that worker asks for room at the same moment, both wait
/// for one another for ever.
package final class FontCache {
    private struct Key: Hashable {
        let file: FontFile
        let pixelsPerEm: Double
    }

    /// Sizes may come from a caller, so their number must end somewhere; a look needs about twenty.
    private static let mostFonts = 256
    /// About 7,000 Chinese letters at a message's size and two pixels a point.
    private static let mostBytes = 8_000_000

    private let library: FontLibrary
    private var faces: [FontFile: OpenFace] = [:]
    private var fonts: [Key: SizedFont] = [:]
    /// Hexadecimal SHA-256 by path.
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

    /// Returns nil if the font has no outline for the glyph.
    package func outline(
        of glyph: UInt32, in file: FontFile
    ) throws(FontFailure) -> GlyphOutline? {
        try face(file).outline(glyph)
    }

    package func facts(of file: FontFile) throws(FontFailure) -> FontFacts {
        try face(file).facts
    }

    /// The SHA-256 of a font's file in hexadecimal digits; nil if the file is not in memory.
    ///
    /// A file of 16 MB takes about ten milliseconds, once for each worker.
    package func digest(of file: FontFile) throws(FontFailure) -> String? {
        if let known = digests[file.path] { return known }
        let digest = try face(file).digest
        digests[file.path] = digest
        return digest
    }

    /// Lets go of all letters once they have become many.
    package func shrink() {
        let bytes = fonts.values.reduce(0) { $0 + $1.byteCount }
        guard bytes > Self.mostBytes || fonts.count >= Self.mostFonts else { return }
        fonts.removeAll(keepingCapacity: true)
        if faces.count >= Self.mostFonts { faces.removeAll() }
    }

    private func face(_ file: FontFile) throws(FontFailure) -> OpenFace {
        if let face = faces[file] { return face }
        let made = try library.open(file)
        faces[file] = made
        return made
    }
}
