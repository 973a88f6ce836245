import Fonts
import Scene

/// The letters that a worker's documents have used so far: read out of the font once, and written into
/// every document that needs them.
final class LetterShapes {
    /// About 200 bytes each; a Chinese letter 400.
    private static let mostShapes = 20_000

    private let fonts: FontCache
    private var faces: [FontFile: LetterFace] = [:]

    init(_ fonts: FontCache) { self.fonts = fonts }

    func face(_ file: FontFile) throws(FontFailure) -> LetterFace {
        if let known = faces[file] { return known }
        let made = LetterFace(file, facts: try fonts.facts(of: file), fonts)
        faces[file] = made
        return made
    }

    /// Lets go of everything once it has become much; never while a document is being written.
    func shrink() {
        if faces.values.reduce(0, { $0 + $1.count }) > Self.mostShapes { faces = [:] }
    }
}

/// One font's letters.
final class LetterFace {
    /// What Noto Color Emoji leaves for each of its pictures.
    private static let pictureWidth = 1275

    let facts: FontFacts
    private let file: FontFile
    private let fonts: FontCache
    private var shapes: [UInt32: LetterShape] = [:]

    init(_ file: FontFile, facts: FontFacts, _ fonts: FontCache) {
        self.file = file
        self.facts = facts
        self.fonts = fonts
    }

    var count: Int { shapes.count }

    /// Colour pictures are drawn beside their letters, which carry the text alone.
    func shape(_ glyph: UInt32) throws(FontFailure) -> LetterShape {
        if let known = shapes[glyph] { return known }
        let shape: LetterShape
        if file.hasColorBitmaps {
            shape = LetterShape(pictureOfWidth: Self.pictureWidth)
        } else {
            let outline = try fonts.outline(of: glyph, in: file)
            shape = outline.map { LetterShape($0) } ?? LetterShape(blankOfWidth: 0)
        }
        shapes[glyph] = shape
        return shape
    }

    /// For letters that are drawn as shapes.
    func path(_ glyph: UInt32) throws(FontFailure) -> Path {
        try fonts.outline(of: glyph, in: file)?.path ?? Path()
    }
}
