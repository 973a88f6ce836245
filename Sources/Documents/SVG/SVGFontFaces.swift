import Basics
import Fonts
import Scene

/// The fonts embedded in a drawing, each reduced to the letters in use and written at the end.
struct SVGFontFaces {
    private struct Face {
        let number: Int
        var scalars: Set<Unicode.Scalar> = []
        var isContextual = false
    }

    private var faces: [FontFile: Face] = [:]

    /// Returns the number of the font that will contain a run's letters.
    mutating func number(
        of file: FontFile, saying text: String, isContextual: Bool
    ) -> Int {
        let file = file.asItIs
        var face = faces[file] ?? Face(number: faces.count + 1)
        face.scalars.formUnion(text.unicodeScalars)
        if isContextual { face.isContextual = true }
        faces[file] = face
        return face.number
    }

    func append(to markup: inout SVGMarkup, names: FontNames) throws(FontFailure) {
        guard !faces.isEmpty else { return }
        markup.raw("<style type=\"text/css\">\n")
        for (file, face) in faces.sorted(by: { $0.value.number < $1.value.number }) {
            // Otherwise the reader's own font of that name is used.
            guard
                let bytes = FontSubset.bytes(
                    of: file, holding: face.scalars, isContextual: face.isContextual)
            else { continue }
            let name = try names.name(of: file)
            markup.raw("@font-face{font-family:c")
            markup.number(Double(face.number))
            // A variable font contains all weights.
            if file.variations.isEmpty {
                markup.raw(";font-weight:")
                markup.number(Double(name.weight))
            } else {
                markup.raw(";font-weight:1 1000")
            }
            if name.isItalic { markup.raw(";font-style:italic") }
            markup.raw(";src:url(data:font/otf;base64,")
            markup.raw(Base64.encode(bytes))
            markup.raw(")}\n")
        }
        markup.raw("</style>\n")
    }
}

extension FontFile {
    /// The font without synthetic bold and italic, which readers apply themselves.
    fileprivate var asItIs: FontFile {
        FontFile(
            path: path, index: index, variations: variations, hasColorBitmaps: hasColorBitmaps)
    }
}
