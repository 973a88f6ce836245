import CPango
import Fonts
import Scene

@safe final class ResolvedFont {
    let pango: UnsafeMutablePointer<PangoFont>
    /// The HarfBuzz font at the size at which a unit is 1/65,536 em. Pango's own font has that size
    /// too, except for bitmap fonts: an emoji font would have the size of its pictures.
    let harfBuzz: OpaquePointer
    let id: FontID
    let isColor: Bool
    let serial: UInt32
    let space: MarkGlyph
    private var safeWords = 0
    private var unsafeWords: Int

    init(
        _ font: UnsafeMutablePointer<PangoFont>, serial: UInt32, table: FontTable
    ) throws(FontFailure) {
        let harfBuzz = unsafe try Self.scaled(pango_font_get_hb_font(font))
        let file = unsafe Self.file(of: font, harfBuzz: harfBuzz)
        // If a file could not be opened, HarfBuzz sees a font without glyphs, and Pango caches it.
        guard unsafe hb_face_get_glyph_count(hb_font_get_face(harfBuzz)) > 0 else {
            unsafe hb_font_destroy(harfBuzz)
            throw .unreadable(path: file.path, code: 0)
        }
        self.serial = serial
        unsafe pango = unsafe font
        unsafe g_object_ref(font)
        unsafe self.harfBuzz = unsafe harfBuzz
        id = table.id(of: file)
        isColor = file.hasColorBitmaps
        let space = unsafe Self.glyph(for: 0x20, in: harfBuzz)
        self.space = space ?? MarkGlyph(id: 0, advance: 0)
        unsafeWords = space == nil ? .max / 2 : 0
    }

    deinit {
        unsafe hb_font_destroy(harfBuzz)
        unsafe g_object_unref(pango)
    }

    private static func scaled(_ given: OpaquePointer?) throws(FontFailure) -> OpaquePointer {
        guard let font = unsafe hb_font_create(hb_font_get_face(given)) else {
            throw .outOfMemory
        }
        let em = Int32(FontContext.unitsPerEm)
        unsafe hb_font_set_scale(font, em, em)
        // Copy a variable font's position on its axes.
        var count: UInt32 = 0
        if let axes = unsafe hb_font_get_var_coords_normalized(given, &count), count > 0 {
            unsafe hb_font_set_var_coords_normalized(font, axes, count)
        }
        return unsafe font
    }

    func glyph(for scalar: UInt32) -> MarkGlyph? {
        unsafe Self.glyph(for: scalar, in: harfBuzz)
    }

    /// Some fonts kern with spaces (Roboto), so that few words can be shaped separately.
    var wordsAreWorthIt: Bool { unsafeWords < 32 || unsafeWords < safeWords }

    func countWord(isSafe: Bool) {
        if isSafe { safeWords += 1 } else { unsafeWords += 1 }
    }

    private static func glyph(for scalar: UInt32, in harfBuzz: OpaquePointer) -> MarkGlyph? {
        var id: hb_codepoint_t = 0
        guard unsafe hb_font_get_nominal_glyph(harfBuzz, scalar, &id) != 0 else { return nil }
        return unsafe MarkGlyph(id: id, advance: hb_font_get_glyph_h_advance(harfBuzz, id))
    }

    private static func file(
        of font: UnsafeMutablePointer<PangoFont>, harfBuzz: OpaquePointer
    ) -> FontFile {
        guard let pattern = unsafe pango_fc_font_get_pattern(chatprint_fc_font(font)) else {
            return FontFile(path: "", index: 0)
        }
        var path: UnsafeMutablePointer<FcChar8>?
        var index: Int32 = 0
        var variations: UnsafeMutablePointer<FcChar8>?
        var isBold: FcBool = 0
        var matrix: UnsafeMutablePointer<FcMatrix>?
        unsafe FcPatternGetString(pattern, FC_FILE, 0, &path)
        unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
        unsafe FcPatternGetString(pattern, FC_FONT_VARIATIONS, 0, &variations)
        unsafe FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &isBold)
        let hasMatrix = unsafe FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch
        let isSlanted = unsafe hasMatrix && (matrix?.pointee.xy ?? 0) != 0
        let hasPictures = unsafe hb_ot_color_has_png(hb_font_get_face(harfBuzz)) != 0
        return unsafe FontFile(
            path: path.map { unsafe String(cString: $0) } ?? "",
            index: Int(index),
            variations: variations.map { unsafe String(cString: $0) } ?? "",
            isSyntheticBold: isBold != 0 && !hasPictures,
            isSyntheticItalic: isSlanted && !hasPictures,
            hasColorBitmaps: hasPictures)
    }
}

/// A font requested by a style. It determines the lines' metrics, whatever fallback fonts they use.
final class Face {
    let description: FontDescription
    let font: ResolvedFont
    /// The ascent and descent in em, both positive.
    let ascent: Double
    let descent: Double
    let ellipsis: MarkGlyph
    let hyphen: MarkGlyph
    let digit: MarkGlyph
    /// Whether the face has every character of `PlainText`, so that such text needs no fallback.
    let coversPlainText: Bool

    init(description: consuming FontDescription, font: ResolvedFont) {
        self.description = description
        self.font = font
        var extents = hb_font_extents_t()
        let found = unsafe hb_font_get_h_extents(font.harfBuzz, &extents) != 0
        let em = Double(FontContext.unitsPerEm)
        ascent = found ? Double(extents.ascender) / em : 0.8
        descent = found ? -Double(extents.descender) / em : 0.2
        ellipsis = font.glyph(for: 0x2026) ?? MarkGlyph(id: 0, advance: 0)
        hyphen =
            font.glyph(for: 0x2010) ?? font.glyph(for: 0x2D) ?? MarkGlyph(id: 0, advance: 0)
        digit = font.glyph(for: 0x30) ?? font.space
        coversPlainText = PlainText.characters.allSatisfy { font.glyph(for: $0) != nil }
    }
}

struct MarkGlyph {
    let id: UInt32
    /// The advance in 1/65,536 em.
    let advance: Int32
}
