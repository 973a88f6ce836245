import Fonts
import Scene

/// A font of a document: the glyphs in use, each with its code and text.
final class DocumentFont {
    /// The maximum number of glyphs. Codes have two bytes, and code 0 is a blank glyph.
    private static let maxGlyphs = 65_000

    /// The code units that no glyph may map to in PDF/A (ISO 19005-3, 6.2.11.7.2).
    private static let meaningless: [UInt16] = [0x0000, 0xFEFF, 0xFFFE]

    let reference: PDFReference
    let face: CharstringFace
    private let tag: String
    /// The last glyph of each ASCII letter. Most glyphs are found here, without a hash.
    private(set) var letters = [Letter?](repeating: nil, count: 128)
    /// The codes of letters with at most four bytes of text, which nearly all have. The key
    /// combines glyph and text in one number.
    private var codes: [UInt64: UInt16] = [:]
    private var longCodes: [LongKey: UInt16] = [:]
    private var wideCodes: [WideKey: UInt16] = [:]
    private var shapes: [GlyphCharstring] = [GlyphCharstring(blankOfWidth: 0)]
    /// The entries of the document's map from codes to Unicode.
    private var meanings = PDFMarkup()
    private var meaningEnds: [Int] = []

    struct Letter {
        let glyph: UInt32
        let code: UInt16
        /// The width in thousandths of an em.
        let width: Int
    }

    private struct LongKey: Hashable {
        let glyph: UInt32
        let text: [UInt8]
    }

    private struct WideKey: Hashable {
        let key: LongKey
        let width: Int
    }

    /// The step and the maximum of widths other than a glyph's own, in thousandths of an em. The
    /// step is smaller than a gap between words, and limits the number of codes for a glyph.
    private static let widthStep = 50
    private static let maxWidth = 4_000

    /// - Parameter number: distinguishes the fonts of one document.
    init(_ face: CharstringFace, number: Int, as reference: PDFReference) {
        self.face = face
        self.reference = reference
        // A tag of six capitals precedes the name of a font subset (ISO 32000-1, 9.6.4).
        var tag = ""
        var rest = number
        for _ in 0..<6 {
            tag.unicodeScalars.append(Unicode.Scalar(UInt8(0x41 + rest % 26)))
            rest /= 26
        }
        self.tag = String(tag.reversed())
    }

    func hasRoom(for letters: Int) -> Bool { shapes.count + letters < Self.maxGlyphs }

    func width(_ code: UInt16) -> Int { shapes[Int(code)].width }

    /// Returns the code of a glyph for an ASCII letter, and keeps it in `letters`.
    func letter(_ glyph: UInt32, saying byte: UInt8) throws(FontFailure) -> Letter {
        let code = try code(glyph, saying: [byte])
        let letter = Letter(glyph: glyph, code: code, width: width(code))
        letters[Int(byte)] = letter
        return letter
    }

    /// The same glyph may represent different texts.
    func code(
        _ glyph: UInt32, saying text: ArraySlice<UInt8>
    ) throws(FontFailure) -> UInt16 {
        guard text.count <= 4 else { return try longCode(glyph, saying: Array(text)) }
        let key = text.reduce(UInt64(glyph)) { $0 << 8 | UInt64($1) }
        if let known = codes[key] { return known }
        let code = try add(glyph, saying: text)
        codes[key] = code
        return code
    }

    private func longCode(
        _ glyph: UInt32, saying text: [UInt8]
    ) throws(FontFailure) -> UInt16 {
        let key = LongKey(glyph: glyph, text: text)
        if let known = longCodes[key] { return known }
        let code = try add(glyph, saying: text[...])
        longCodes[key] = code
        return code
    }

    /// - Parameter rest: the distance to the cluster's end in 1/1000 em; 0 for the own width.
    func code(
        _ glyph: UInt32, saying text: ArraySlice<UInt8>, filling rest: Int
    ) throws(FontFailure) -> UInt16 {
        let width = rest / Self.widthStep * Self.widthStep
        guard width > 0, width <= Self.maxWidth, try face.shape(glyph).width < width else {
            return try code(glyph, saying: text)
        }
        let key = WideKey(key: LongKey(glyph: glyph, text: Array(text)), width: width)
        if let known = wideCodes[key] { return known }
        let code = try add(glyph, saying: text, width: width)
        wideCodes[key] = code
        return code
    }

    private func add(
        _ glyph: UInt32, saying text: ArraySlice<UInt8>, width: Int? = nil
    ) throws(FontFailure) -> UInt16 {
        guard shapes.count < 65_535 else { return UInt16(shapes.count - 1) }
        let code = UInt16(shapes.count)
        let shape = try face.shape(glyph)
        shapes.append(width.map { shape.widened(to: $0) } ?? shape)
        Self.append(code, meaning: text, to: &meanings)
        meaningEnds.append(meanings.bytes.count)
        return code
    }

    private static func append(
        _ code: UInt16, meaning text: ArraySlice<UInt8>, to meanings: inout PDFMarkup
    ) {
        meanings.raw("<")
        meanings.hexadecimal(code)
        meanings.raw("><")
        // Readers need not support longer entries (Adobe Technical Note 5014).
        for unit in String(decoding: text, as: UTF8.self).utf16.prefix(128) {
            meanings.hexadecimal(meaningless.contains(unit) ? 0x200B : unit)
        }
        meanings.raw(">\n")
    }

    func write(to file: PDFFile) {
        let name = "\(tag)+\(face.facts.name)"
        let program = CFFFont.program(
            name: name, bounds: face.facts.bounds, programs: shapes.map(\.program))
        let stream = file.addStream(program, .recurring) { $0.raw("/Subtype/CIDFontType0C") }
        let descriptor = file.add { describe(name, program: stream, in: &$0) }
        let letters = file.add { font in
            font.raw("<</Type/Font/Subtype/CIDFontType0/BaseFont")
            font.name(name)
            font.raw("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")
            font.raw("/FontDescriptor ")
            font.reference(descriptor)
            font.raw("/DW 0/W[1[")
            for shape in shapes.dropFirst() { font.integer(shape.width) }
            font.raw("]]>>")
        }
        let meanings = unicodeMap()
        let map = file.addStream(meanings, .recurring)
        file.add(as: reference) { font in
            font.raw("<</Type/Font/Subtype/Type0/Encoding/Identity-H/BaseFont")
            font.name(name + "-Identity-H")
            font.raw("/DescendantFonts[")
            font.reference(letters)
            font.raw("]/ToUnicode ")
            font.reference(map)
            font.raw(">>")
        }
    }

    private func describe(_ name: String, program: PDFReference, in entry: inout PDFMarkup) {
        let facts = face.facts
        entry.raw("<</Type/FontDescriptor/FontName")
        entry.name(name)
        // The font is symbolic (ISO 32000-1, 9.8.2) and may be italic.
        entry.raw("/Flags ")
        entry.integer(4 + (facts.italicAngle == 0 ? 0 : 64))
        entry.raw("/FontBBox[")
        for bound in facts.bounds { entry.number(bound) }
        entry.raw("]/ItalicAngle ")
        entry.number(facts.italicAngle)
        entry.raw("/Ascent ")
        entry.number(facts.ascent)
        entry.raw("/Descent ")
        entry.number(facts.descent)
        entry.raw("/CapHeight ")
        entry.number(facts.capHeight)
        // Estimated from the weight; it only matters to readers without the font.
        entry.raw("/StemV ")
        entry.integer(facts.weight / 5)
        entry.raw("/FontFile3 ")
        entry.reference(program)
        entry.raw(">>")
    }

    /// Returns the map from codes to Unicode (9.10.3).
    private func unicodeMap() -> [UInt8] {
        var map = PDFMarkup()
        map.raw(
            """
            /CIDInit/ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
            /CMapName/Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000><ffff>
            endcodespacerange

            """)
        var start = 0
        // A section has at most a hundred entries.
        for first in stride(from: 0, to: meaningEnds.count, by: 100) {
            let last = min(first + 100, meaningEnds.count)
            map.integer(last - first)
            map.raw("beginbfchar\n")
            map.raw(Array(meanings.bytes[start..<meaningEnds[last - 1]]))
            map.raw("endbfchar\n")
            start = meaningEnds[last - 1]
        }
        map.raw("endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n")
        return map.bytes
    }
}

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
