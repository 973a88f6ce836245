import CPango

/// Pango's context for the fonts, configured so that positions do not depend on any device.
///
/// Everything is shaped at one size, at which a Pango unit is 1/65,536 em, and then scaled
/// arithmetically. Widths are therefore linear in size, and a caller who requests a thousand odd
/// sizes does not fill Pango's caches.
@safe struct FontContext: ~Copyable {
    /// The number of Pango units per em.
    static let unitsPerEm = 65_536
    private static let emSize = Int32(unitsPerEm)

    let map: UnsafeMutablePointer<PangoFontMap>
    let pango: OpaquePointer

    init() {
        guard
            let map = unsafe pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT),
            let pango = unsafe pango_font_map_create_context(map)
        else { preconditionFailure("Pango was built without FreeType") }
        unsafe self.map = unsafe map
        unsafe self.pango = unsafe pango
        // A unit is then one point at any resolution.
        unsafe pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
        // With hinted or rounded metrics, 51 of 520 texts broke lines differently at 1×, 2× and 3×.
        let options = unsafe cairo_font_options_create()
        defer { unsafe cairo_font_options_destroy(options) }
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(pango, options)
        unsafe pango_context_set_round_glyph_positions(pango, 0)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(pango))
        unsafe g_object_unref(map)
    }

    /// Returns the Pango description of a face at the single size.
    static func description(of face: FaceKey) -> FontDescription {
        let description = FontDescription()
        unsafe pango_font_description_set_family(
            description.pointer, face.families.joined(separator: ","))
        unsafe pango_font_description_set_weight(
            description.pointer, PangoWeight(UInt32(face.weight)))
        unsafe pango_font_description_set_style(
            description.pointer, face.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        unsafe pango_font_description_set_absolute_size(description.pointer, Double(emSize))
        return description
    }
}

@safe struct FontDescription: ~Copyable {
    let pointer: OpaquePointer

    init() { unsafe pointer = unsafe pango_font_description_new() }

    deinit { unsafe pango_font_description_free(pointer) }
}
