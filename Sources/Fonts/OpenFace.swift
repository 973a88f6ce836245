import Basics
import CFreeType
import Scene

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

    /// The SHA-256 digest of the file in hexadecimal; nil if FreeType has not loaded the file into
    /// memory.
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
        // In the same order as Pango and cairo: a slant after emboldening would thin the stems
        // again.
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
}
