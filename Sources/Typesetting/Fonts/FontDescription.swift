import CPango

/// Owns a font description.
@safe struct FontDescription: ~Copyable {
    let pointer: OpaquePointer

    init() { unsafe pointer = unsafe pango_font_description_new() }

    deinit { unsafe pango_font_description_free(pointer) }
}
