import CFreeType
import Scene

/// The properties that a document states about an embedded font. Lengths are in thousandths of an
/// em.
package struct FontFacts: Sendable, Hashable {
    /// The PostScript name, limited to characters that need no escaping.
    package let name: String
    package let ascent: Double
    package let descent: Double
    package let capHeight: Double
    package let italicAngle: Double
    package let weight: Int
    /// The bounding box of all glyphs: left, bottom, right, top.
    package let bounds: [Double]
    /// The glyph of the ellipsis at the end of a truncated line.
    package let ellipsis: UInt32
}

extension OpenFace {
    var facts: FontFacts {
        let units = unsafe max(1, Double(face.pointee.units_per_EM))
        func thousandths(_ length: some BinaryInteger) -> Double {
            (Double(length) * 1000 / units).rounded()
        }
        let box = unsafe face.pointee.bbox
        let ascent = unsafe thousandths(face.pointee.ascender)
        var capHeight = 0.0
        if let table = unsafe FT_Get_Sfnt_Table(face, FT_SFNT_OS2) {
            let table = unsafe table.assumingMemoryBound(to: TT_OS2.self)
            if unsafe table.pointee.version >= 2 {
                capHeight = unsafe thousandths(table.pointee.sCapHeight)
            }
        }
        var angle = file.isSyntheticItalic ? -12.0 : 0
        if let table = unsafe FT_Get_Sfnt_Table(face, FT_SFNT_POST) {
            let fixed = unsafe table.assumingMemoryBound(to: TT_Postscript.self).pointee.italicAngle
            if fixed != 0 { angle = (Double(fixed) / 65_536).rounded() }
        }
        return FontFacts(
            name: postScriptName, ascent: ascent,
            descent: unsafe thousandths(face.pointee.descender),
            capHeight: capHeight > 0 ? capHeight : (ascent * 0.75).rounded(),
            italicAngle: angle, weight: FontName.weight(of: file, in: self),
            bounds: [box.xMin, box.yMin, box.xMax, box.yMax].map { thousandths($0) },
            ellipsis: unsafe UInt32(FT_Get_Char_Index(face, 0x2026)))
    }

    private var postScriptName: String {
        let name = unsafe FT_Get_Postscript_Name(face).map { unsafe String(cString: $0) } ?? ""
        let plain = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return plain.isEmpty ? "Font" : String(plain.prefix(80))
    }
}
