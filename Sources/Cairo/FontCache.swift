package import Scene

/// The fonts that one worker has open. Never shared: cairo locks a scaled font while it draws.
package final class FontCache {
    private struct Key: Hashable {
        let file: FontFile
        let size: Double
        let scale: Double
    }

    /// Sizes may come from a caller, so their number must end somewhere; a look needs about twenty.
    private static let mostFonts = 256

    private let library: FontLibrary
    private var faces: [FontFile: FontFace] = [:]
    private var fonts: [Key: ScaledFont] = [:]

    package init() throws(CairoFailure) { library = try FontLibrary() }

    /// - Parameter scale: device pixels per point of the canvas it will be drawn on; 1 for documents.
    package func font(
        _ file: FontFile, size: Double, scale: Double
    ) throws(CairoFailure) -> ScaledFont {
        let key = Key(file: file, size: size, scale: scale)
        if let font = fonts[key] { return font }
        if fonts.count >= FontCache.mostFonts {
            fonts.removeAll(keepingCapacity: true)
            faces.removeAll(keepingCapacity: true)
        }
        let made = try ScaledFont(face(file), file: file, size: size, scale: scale)
        fonts[key] = made
        return made
    }

    func facts(of file: FontFile) throws(CairoFailure) -> FontFacts {
        try library.open(file).facts(of: file)
    }

    private func face(_ file: FontFile) throws(CairoFailure) -> FontFace {
        if let face = faces[file] { return face }
        let made = try FontFace(file, from: library)
        faces[file] = made
        return made
    }
}
