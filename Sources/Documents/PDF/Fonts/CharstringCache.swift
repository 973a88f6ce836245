import Fonts
import Scene

/// An installed font file whose glyphs a document shows.
package struct FontSource: Sendable {
    package let name: String
    /// The SHA-256 digest of the file; nil if the file could not be read.
    package let digest: String?
}

/// The letters that a worker's documents have used so far. Each is read from the font once, and
/// written into every document that needs it.
final class CharstringCache {
    /// The maximum number of letters: about 200 bytes each, 400 for a Chinese character.
    private static let maxShapes = 20_000

    private let fonts: FontCache
    private var faces: [FontFile: CharstringFace] = [:]

    init(_ fonts: FontCache) { self.fonts = fonts }

    func face(_ file: FontFile) throws(FontFailure) -> CharstringFace {
        if let known = faces[file] { return known }
        let made = CharstringFace(file, facts: try fonts.facts(of: file), fonts)
        faces[file] = made
        return made
    }

    func source(of file: FontFile) throws(FontFailure) -> FontSource {
        FontSource(
            name: try face(file).facts.name, digest: try fonts.digest(of: file))
    }

    /// Empties the cache once it is too large. Do not call it while a document is being written.
    func shrink() {
        if faces.values.reduce(0, { $0 + $1.count }) > Self.maxShapes { faces = [:] }
    }
}

final class CharstringFace {
    /// The width that Noto Color Emoji allots to each of its pictures.
    private static let pictureWidth = 1275

    let facts: FontFacts
    private let file: FontFile
    private let fonts: FontCache
    private var shapes: [UInt32: GlyphCharstring] = [:]

    init(_ file: FontFile, facts: FontFacts, _ fonts: FontCache) {
        self.file = file
        self.facts = facts
        self.fonts = fonts
    }

    var count: Int { shapes.count }

    /// Color glyphs are drawn separately as pictures, so their letters only provide the text.
    func shape(_ glyph: UInt32) throws(FontFailure) -> GlyphCharstring {
        if let known = shapes[glyph] { return known }
        let shape: GlyphCharstring
        if file.hasColorBitmaps {
            shape = GlyphCharstring(pictureOfWidth: Self.pictureWidth)
        } else {
            let outline = try fonts.outline(of: glyph, in: file)
            shape = outline.map { GlyphCharstring($0) } ?? GlyphCharstring(blankOfWidth: 0)
        }
        shapes[glyph] = shape
        return shape
    }

    /// Returns the outline of a letter that is drawn as a shape.
    func path(_ glyph: UInt32) throws(FontFailure) -> Path {
        try fonts.outline(of: glyph, in: file)?.path ?? Path()
    }
}
