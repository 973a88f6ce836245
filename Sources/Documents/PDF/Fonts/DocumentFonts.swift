import Fonts
import Scene

/// The fonts of one document, in order of first use.
final class DocumentFonts {
    private let file: PDFFile
    private let shapes: CharstringCache
    private let lookup: any FontLookup
    private var open: [FontID: DocumentFont] = [:]
    private var all: [DocumentFont] = []
    private var files: Set<String> = []

    init(_ lookup: any FontLookup, shapes: CharstringCache, in file: PDFFile) {
        self.lookup = lookup
        self.shapes = shapes
        self.file = file
        shapes.shrink()
    }

    /// Returns the font for a run's letters, with room for all of them.
    func font(
        _ id: FontID, of fontFile: FontFile, letters: Int
    ) throws(FontFailure) -> DocumentFont {
        if let known = open[id], known.hasRoom(for: letters) { return known }
        let font = DocumentFont(
            try face(fontFile), number: all.count, as: file.reserve())
        open[id] = font
        all.append(font)
        return font
    }

    func fontFile(_ id: FontID) -> FontFile? { lookup.fontFile(id) }

    /// Returns the glyphs of a font file, also for letters drawn as shapes.
    func face(_ fontFile: FontFile) throws(FontFailure) -> CharstringFace {
        if file.isSealed, files.insert(fontFile.path).inserted {
            file.fontSources.append(try shapes.source(of: fontFile))
        }
        return try shapes.face(fontFile)
    }

    func write() throws(PDFFault) {
        for font in all {
            try file.check()
            font.write(to: file)
        }
    }
}
