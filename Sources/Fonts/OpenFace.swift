import Basics
import CFreeType
import CHarfBuzz
package import Scene

/// A font file that stays open as long as its letters are needed.
@safe
final class OpenFace {
    let face: FT_Face
    let file: FontFile
    /// The library, which must be closed after its faces.
    private let library: FontLibrary
    /// The current size in pixels per em.
    private var size = 0.0

    init(
        _ face: FT_Face, _ file: FontFile, of library: FontLibrary
    ) throws(FontFailure) {
        unsafe self.face = face
        self.file = file
        self.library = library
        if !file.variations.isEmpty { try vary(file.variations) }
    }

    deinit { unsafe FT_Done_Face(face) }

    /// SHA-256 in hexadecimal; nil if FreeType has not loaded the file into memory.
    var digest: String? {
        guard let stream = unsafe face.pointee.stream, let start = unsafe stream.pointee.base else {
            return nil
        }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(stream.pointee.size))
        guard let hash = try? SHA256(), (try? hash.update(unsafe bytes.span)) != nil else {
            return nil
        }
        return try? hash.finish()
    }

    /// Passes a letter's unhinted outline to a closure; returns nil if there is none. Fonts are
    /// installed by the operator: a font with a broken letter loses only that letter, but running
    /// out of memory is not the font's fault.
    func withLetter<Result>(
        _ glyph: UInt32, pixelsPerEm: Double, _ body: (FT_GlyphSlot) throws(FontFailure) -> Result
    ) throws(FontFailure) -> Result? {
        if size != pixelsPerEm {
            let units = FT_F26Dot6((pixelsPerEm * 64).rounded())
            let code = unsafe FT_Set_Char_Size(face, 0, units, 0, 0)
            guard try FontFailure.isDone(code) else { return nil }
            size = pixelsPerEm
        }
        let flags = Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_NO_BITMAP)
        guard try FontFailure.isDone(unsafe FT_Load_Glyph(face, glyph, flags)),
            let slot = unsafe face.pointee.glyph,
            unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
        else { return nil }
        // In the order of Pango and cairo: a slant after emboldening would thin the stems again.
        if file.isSyntheticItalic { unsafe FT_GlyphSlot_Oblique(slot) }
        if file.isSyntheticBold { unsafe FT_GlyphSlot_Embolden(slot) }
        return unsafe try body(slot)
    }

    /// Applies a setting such as `wght=650,wdth=80`. Other axes keep the font's defaults.
    private func vary(_ variations: String) throws(FontFailure) {
        var made: UnsafeMutablePointer<FT_MM_Var>?
        guard try FontFailure.isDone(unsafe FT_Get_MM_Var(face, &made)),
            let axes = unsafe made
        else { return }
        defer { unsafe FT_Done_MM_Var(library.library, axes) }
        var places = (0..<Int(unsafe axes.pointee.num_axis)).map { index in
            unsafe axes.pointee.axis[index].def
        }
        for setting in variations.split(separator: ",") {
            let parts = setting.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let value = Double(parts[1]), value.magnitude < 30_000 else {
                continue
            }
            let tag = parts[0].utf8.reduce(0 as FT_ULong) { $0 << 8 | FT_ULong($1) }
            for index in places.indices where unsafe axes.pointee.axis[index].tag == tag {
                places[index] = FT_Fixed(value * 65_536)
            }
        }
        let code = unsafe FT_Set_Var_Design_Coordinates(face, FT_UInt(places.count), &places)
        _ = try FontFailure.isDone(code)
    }

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

    fileprivate var family: String {
        guard let name = unsafe face.pointee.family_name else { return "" }
        return unsafe String(cString: name)
    }

    fileprivate var isItalic: Bool {
        unsafe face.pointee.style_flags & Int(FT_STYLE_FLAG_ITALIC) != 0
    }

    /// The weight in the OS/2 table, or otherwise whether FreeType considers the face bold.
    fileprivate var weight: Int {
        if let table = unsafe FT_Get_Sfnt_Table(face, FT_SFNT_OS2) {
            let weight = unsafe Int(
                table.assumingMemoryBound(to: TT_OS2.self).pointee.usWeightClass)
            if (1...1000).contains(weight) { return weight }
        }
        return unsafe face.pointee.style_flags & Int(FT_STYLE_FLAG_BOLD) != 0 ? 700 : 400
    }
}

/// A FreeType library. Each worker has its own, so that workers never wait for each other.
@safe
package final class FontLibrary {
    let library: FT_Library

    init() throws(FontFailure) {
        var made: FT_Library?
        let code = unsafe FT_Init_FreeType(&made)
        guard code == 0, let library = unsafe made else { throw .outOfMemory }
        unsafe self.library = library
    }

    deinit { unsafe FT_Done_FreeType(library) }

    func open(_ file: FontFile) throws(FontFailure) -> OpenFace {
        var made: FT_Face?
        let code = unsafe FT_New_Face(library, file.path, FT_Long(file.index), &made)
        guard code == 0, let face = unsafe made else {
            throw .unreadable(path: file.path, code: code)
        }
        return unsafe try OpenFace(face, file, of: self)
    }

    /// The versions of the libraries that shape and outline glyphs.
    package static var versions: [(name: String, version: String)] {
        var numbers: (Int32, Int32, Int32) = (0, 0, 0)
        if let library = try? FontLibrary() {
            unsafe FT_Library_Version(library.library, &numbers.0, &numbers.1, &numbers.2)
        }
        return [
            ("freetype", "\(numbers.0).\(numbers.1).\(numbers.2)"),
            ("harfbuzz", unsafe String(cString: hb_version_string())),
        ]
    }
}

package enum FontFailure: Error, Hashable {
    case outOfMemory
    /// The file could not be opened. The code is FreeType's own, or 0 if another library failed.
    case unreadable(path: String, code: Int32)

    /// Throws if memory ran out: that result must not be cached as a property of the font.
    static func isDone(_ code: FT_Error) throws(FontFailure) -> Bool {
        if code == FT_Err_Out_Of_Memory { throw .outOfMemory }
        return code == 0
    }
}

/// Stated by a document about an embedded font. Lengths are in thousandths of an em.
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

/// The names of a font, for outputs that name fonts instead of embedding them.
package struct FontName: Sendable, Hashable {
    package let family: String
    /// The weight from 100 to 900, as in CSS.
    package let weight: Int
    package let isItalic: Bool

    static func weight(of file: FontFile, in face: OpenFace) -> Int {
        let weight = weight(in: file.variations) ?? face.weight
        return file.isSyntheticBold ? max(700, weight) : weight
    }

    /// In a setting such as `wght=650,wdth=80`.
    private static func weight(in variations: String) -> Int? {
        for setting in variations.split(separator: ",") where setting.hasPrefix("wght=") {
            return Double(setting.dropFirst(5)).flatMap { (1...1000).contains($0) ? Int($0) : nil }
        }
        return nil
    }
}

/// Reads and caches the names of fonts. An instance is not thread-safe; each thread has its own.
package final class FontNames {
    private let library: FontLibrary
    private var names: [FontFile: FontName] = [:]

    package init() throws(FontFailure) { library = try FontLibrary() }

    package func name(of file: FontFile) throws(FontFailure) -> FontName {
        if let name = names[file] { return name }
        let open = try library.open(file)
        let name = FontName(
            family: open.family, weight: FontName.weight(of: file, in: open),
            isItalic: file.isSyntheticItalic || open.isItalic)
        names[file] = name
        return name
    }
}
