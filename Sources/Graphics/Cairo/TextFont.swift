import CCairo
import Scene

/// A font that cairo opens and draws itself, unhinted and at subpixel positions.
@safe
final class TextFont {
    /// FreeType's slant, which the other engine uses as well: twelve degrees, in 65,536ths. The
    /// half makes cairo's truncated fraction exact.
    private static let syntheticSlant = (Double(0x366A) + 0.5) / 65_536

    let face: OpaquePointer
    let options: OpaquePointer
    /// The distance by which the top of a letter one em high moves to the right, in ems.
    let slant: Double

    init(_ file: FontFile) throws(CairoFailure) {
        guard let pattern = unsafe FcPatternCreate() else { throw .outOfMemory }
        defer { unsafe FcPatternDestroy(pattern) }
        // With file and index the pattern is already resolved, so fontconfig is not queried.
        unsafe FcPatternAddString(pattern, FC_FILE, file.path)
        unsafe FcPatternAddInteger(pattern, FC_INDEX, Int32(truncatingIfNeeded: file.index))
        // Otherwise cairo only requests outlines from FreeType, which emoji lack.
        unsafe FcPatternAddBool(pattern, FC_EMBEDDED_BITMAP, file.hasColorBitmaps ? 1 : 0)
        // Fonts of one file whose patterns set the same options share a face, and with it cairo's
        // cached letters and the fonts of a PDF. Options that change letters must therefore be in
        // the pattern.
        unsafe FcPatternAddBool(pattern, FC_EMBOLDEN, file.isSyntheticBold ? 1 : 0)
        if !file.variations.isEmpty {
            unsafe FcPatternAddString(pattern, FC_FONT_VARIATIONS, file.variations)
        }
        guard let face = unsafe cairo_ft_font_face_create_for_pattern(pattern),
            let options = unsafe cairo_font_options_create()
        else { throw .outOfMemory }
        unsafe self.face = face
        unsafe self.options = options
        slant = file.isSyntheticItalic ? Self.syntheticSlant : 0
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        try CairoFailure.check(unsafe cairo_font_face_status(face))
    }

    deinit {
        unsafe cairo_font_face_destroy(face)
        unsafe cairo_font_options_destroy(options)
    }
}
