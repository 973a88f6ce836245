import Fonts
import Scene

/// The codes of a document's glyphs, and the text of each. All fonts share one map to Unicode: a map
/// for each font took as long to compress as all fonts' outlines of a short document.
final class GlyphCodes {
    /// The maximum number of glyphs. Codes have two bytes, and code 0 is a blank glyph.
    private static let maxGlyphs = 65_000

    private static let sectionCount: UInt16 = 100

    let reference: PDFReference
    private var count: UInt16 = 0
    /// The entries of the map, and where its sections begin, which have at most a hundred each.
    private var meanings = PDFMarkup()
    private var sections: [Int] = []

    init(as reference: PDFReference) { self.reference = reference }

    func hasRoom(for letters: Int) -> Bool { Int(count) + letters < Self.maxGlyphs }

    /// Returns the next code; nil if there is none.
    func add(_ text: ArraySlice<UInt8>) -> UInt16? {
        guard count < .max else { return nil }
        if count % Self.sectionCount == 0 { sections.append(meanings.bytes.count) }
        count += 1
        meanings.mapping(from: count, to: String(decoding: text, as: UTF8.self).utf16)
        return count
    }

    /// Writes the map from codes to Unicode (9.10.3).
    func write(to file: PDFFile) {
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
        for (number, start) in sections.enumerated() {
            let isLast = number == sections.count - 1
            let end = isLast ? meanings.bytes.count : sections[number + 1]
            let before = number * Int(Self.sectionCount)
            map.integer(isLast ? Int(count) - before : Int(Self.sectionCount))
            map.raw("beginbfchar\n")
            map.raw(meanings.bytes[start..<end])
            map.raw("endbfchar\n")
        }
        map.raw("endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n")
        file.addPending(as: reference, map.bytes, .map)
    }
}

/// A font of a document: the glyphs in use, each with its code and text.
final class DocumentFont {
    let reference: PDFReference
    let face: CharstringFace
    private let tag: String
    private let codes: GlyphCodes
    /// Recently used letters, by their keys. Most glyphs are found here. The places are not those of
    /// a hash table, which chosen letters could fill unevenly: a letter replaces another.
    private(set) var recent = [(key: UInt64, letter: Letter)](
        repeating: (.max, .missing), count: 256)
    /// The letters with at most four bytes of text, which nearly all have.
    private var letters = [UInt64: Letter](minimumCapacity: 64)
    private var longLetters: [LongKey: Letter] = [:]
    private var wideLetters: [WideKey: Letter] = [:]
    private var shapes: [GlyphCharstring] = [GlyphCharstring(blankOfWidth: 0)]
    /// The codes of the glyphs after the first, in ascending order.
    private var ranges: [ClosedRange<UInt16>] = []

    struct Letter: Equatable {
        let code: UInt16
        /// The width in thousandths of an em.
        let width: Int32

        static let missing = Letter(code: 0, width: 0)
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
    init(_ face: CharstringFace, number: Int, codes: GlyphCodes, as reference: PDFReference) {
        self.face = face
        self.codes = codes
        self.reference = reference
        // A tag of six capitals precedes the name of a font subset (ISO 32000-1, 9.6.4).
        var tag: [UInt8] = []
        var rest = number
        for _ in 0..<6 {
            tag.append(UInt8(0x41 + rest % 26))
            rest /= 26
        }
        self.tag = String(decoding: tag.reversed(), as: UTF8.self)
    }

    func hasRoom(for letters: Int) -> Bool { codes.hasRoom(for: letters) }

    /// Returns nil for a text other than one letter, and for letters that may be private.
    @inline(__always)
    static func key(_ glyph: UInt32, saying text: Range<Int>, of bytes: [UInt8]) -> UInt64? {
        guard let start = text.first else { return nil }
        let first = bytes[start]
        let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : 3
        guard text.count == count, first < 0xEE else { return nil }
        var letter = UInt64(first)
        if count > 1 { letter = letter << 8 | UInt64(bytes[start + 1]) }
        if count > 2 { letter = letter << 8 | UInt64(bytes[start + 2]) }
        return UInt64(glyph) << 32 | letter
    }

    /// The place of a letter in `recent`.
    static func place(of key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> 56) }

    /// Adds a letter to `recent`.
    func find(
        _ glyph: UInt32, saying text: ArraySlice<UInt8>, key: UInt64
    ) throws(FontFailure) {
        recent[Self.place(of: key)] = (key, try letter(glyph, saying: text))
    }

    /// The same glyph may represent different texts.
    func letter(
        _ glyph: UInt32, saying text: ArraySlice<UInt8>
    ) throws(FontFailure) -> Letter {
        guard text.count <= 4 else { return try longLetter(glyph, saying: Array(text)) }
        let key = UInt64(glyph) << 32 | UInt64(text.reduce(0 as UInt32) { $0 << 8 | UInt32($1) })
        if let known = letters[key] { return known }
        let letter = try add(glyph, saying: text)
        letters[key] = letter
        return letter
    }

    private func longLetter(
        _ glyph: UInt32, saying text: [UInt8]
    ) throws(FontFailure) -> Letter {
        let key = LongKey(glyph: glyph, text: text)
        if let known = longLetters[key] { return known }
        let letter = try add(glyph, saying: text[...])
        longLetters[key] = letter
        return letter
    }

    /// - Parameter rest: the distance to the cluster's end in 1/1000 em; 0 for the own width.
    func letter(
        _ glyph: UInt32, saying text: ArraySlice<UInt8>, filling rest: Int
    ) throws(FontFailure) -> Letter {
        let width = rest / Self.widthStep * Self.widthStep
        guard width > 0, width <= Self.maxWidth, try face.shape(glyph).width < width else {
            return try letter(glyph, saying: text)
        }
        let key = WideKey(key: LongKey(glyph: glyph, text: Array(text)), width: width)
        if let known = wideLetters[key] { return known }
        let letter = try add(glyph, saying: text, width: width)
        wideLetters[key] = letter
        return letter
    }

    private func add(
        _ glyph: UInt32, saying text: ArraySlice<UInt8>, width: Int? = nil
    ) throws(FontFailure) -> Letter {
        let own = try face.shape(glyph)
        guard let code = codes.add(text) else { return .missing }
        let shape = width.map { own.widened(to: $0) } ?? own
        shapes.append(shape)
        if let last = ranges.last, last.upperBound == code - 1 {
            ranges[ranges.count - 1] = last.lowerBound...code
        } else {
            ranges.append(code...code)
        }
        return Letter(code: code, width: Int32(shape.width))
    }

    func write(to file: PDFFile) {
        let name = "\(tag)+\(face.facts.name)"
        let program = CFFFont.program(
            name: name, bounds: face.facts.bounds, programs: shapes.map(\.program), codes: ranges)
        let stream = file.addPending(program, .font)
        let descriptor = file.add { describe(name, program: stream, in: &$0) }
        let letters = file.add { font in
            font.raw("<</Type/Font/Subtype/CIDFontType0/BaseFont")
            font.name(name)
            font.raw("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")
            font.raw("/FontDescriptor ")
            font.reference(descriptor)
            font.raw("/DW 0/W[")
            var rest = shapes.dropFirst()
            for range in ranges {
                font.integer(Int(range.lowerBound))
                font.raw("[")
                for shape in rest.prefix(range.count) { font.integer(shape.width) }
                font.raw("]")
                rest = rest.dropFirst(range.count)
            }
            font.raw("]>>")
        }
        file.add(as: reference) { font in
            font.raw("<</Type/Font/Subtype/Type0/Encoding/Identity-H/BaseFont")
            font.name(name + "-Identity-H")
            font.raw("/DescendantFonts[")
            font.reference(letters)
            font.raw("]/ToUnicode ")
            font.reference(codes.reference)
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
}

/// The fonts of one document, in order of first use.
final class DocumentFonts {
    private let file: PDFFile
    private let shapes: CharstringCache
    private let lookup: any FontLookup
    private var open: [FontID: DocumentFont] = [:]
    private var all: [DocumentFont] = []
    /// Another list begins once there are no codes left.
    private var codes: [GlyphCodes] = []
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
            try face(fontFile), number: all.count, codes: codes(for: letters), as: file.reserve())
        open[id] = font
        all.append(font)
        return font
    }

    private func codes(for letters: Int) -> GlyphCodes {
        if let last = codes.last, last.hasRoom(for: letters) { return last }
        let made = GlyphCodes(as: file.reserve())
        codes.append(made)
        return made
    }

    func fontFile(_ id: FontID) -> FontFile? { lookup.fontFile(id) }

    /// Returns the glyphs of a font file, also for letters drawn as shapes.
    func face(_ fontFile: FontFile) throws(FontFailure) -> CharstringFace {
        if file.isSealed, files.insert(fontFile.path).inserted {
            file.fontSources.append(try shapes.source(of: fontFile))
        }
        return try shapes.face(fontFile)
    }

    /// Writes all fonts once. No glyphs can be added afterwards.
    func write() throws(PDFFault) {
        for font in all {
            try file.check()
            font.write(to: file)
        }
        for codes in codes { codes.write(to: file) }
        all = []
        codes = []
    }
}
