import CPango

/// Owns the glyphs of one shaped item.
@safe struct GlyphString: ~Copyable {
    let pointer: UnsafeMutablePointer<PangoGlyphString>

    init() {
        guard let pointer = unsafe pango_glyph_string_new() else {
            preconditionFailure("GLib aborts rather than return nothing")
        }
        unsafe self.pointer = unsafe pointer
    }

    deinit { unsafe pango_glyph_string_free(pointer) }
}
