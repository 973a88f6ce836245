import CCairo
package import Scene

/// A font that cairo opens and draws by itself, letters unhinted and on no grid.
@safe
package final class TextFont {
    let face: OpaquePointer
    let options: OpaquePointer

    package init(_ file: FontFile) throws(CairoFailure) {
        guard let pattern = unsafe FcPatternCreate() else { throw .outOfMemory }
        defer { unsafe FcPatternDestroy(pattern) }
        // With file and index it is resolved already: fontconfig is asked for nothing.
        unsafe FcPatternAddString(pattern, FC_FILE, file.path)
        unsafe FcPatternAddInteger(pattern, FC_INDEX, Int32(truncatingIfNeeded: file.index))
        // Otherwise cairo asks FreeType for outlines only, which emoji have not.
        unsafe FcPatternAddBool(pattern, FC_EMBEDDED_BITMAP, file.hasColorBitmaps ? 1 : 0)
        guard let face = unsafe cairo_ft_font_face_create_for_pattern(pattern),
            let options = unsafe cairo_font_options_create()
        else { throw .outOfMemory }
        unsafe self.face = face
        unsafe self.options = options
        if file.isSyntheticBold {
            unsafe cairo_ft_font_face_set_synthesize(face, CAIRO_FT_SYNTHESIZE_BOLD.rawValue)
        }
        if file.isSyntheticItalic {
            unsafe cairo_ft_font_face_set_synthesize(face, CAIRO_FT_SYNTHESIZE_OBLIQUE.rawValue)
        }
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        if !file.variations.isEmpty {
            unsafe cairo_font_options_set_variations(options, file.variations)
        }
        try CairoFailure.check(unsafe cairo_font_face_status(face))
    }

    deinit {
        unsafe cairo_font_face_destroy(face)
        unsafe cairo_font_options_destroy(options)
    }
}
