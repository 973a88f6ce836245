import CCairo
import Scene

/// A font file opened for cairo.
@safe
final class FontFace {
    let pointer: OpaquePointer

    init(_ file: FontFile, from library: FontLibrary) throws(CairoFailure) {
        let open = try library.open(file)
        let flags = Int32(FT_LOAD_NO_HINTING) | Int32(FT_LOAD_COLOR)
        let made = unsafe cairo_ft_font_face_create_for_ft_face(open.face, flags)
        guard let pointer = unsafe made else { throw .outOfMemory }
        unsafe self.pointer = pointer
        try CairoFailure.check(unsafe cairo_font_face_status(pointer))
        try keep(open)
        var synthesis: UInt32 = 0
        if file.isSyntheticBold { synthesis |= CAIRO_FT_SYNTHESIZE_BOLD.rawValue }
        if file.isSyntheticItalic { synthesis |= CAIRO_FT_SYNTHESIZE_OBLIQUE.rawValue }
        if synthesis != 0 { unsafe cairo_ft_font_face_set_synthesize(pointer, synthesis) }
    }

    deinit { unsafe cairo_font_face_destroy(pointer) }

    /// Ties the FreeType face to cairo's, which may outlive this owner in cairo's own caches.
    private func keep(_ open: OpenFace) throws(CairoFailure) {
        let retained = unsafe Unmanaged.passRetained(open)
        // Only the key's address counts; the retained object's is as unique as any.
        let address = unsafe retained.toOpaque()
        let key = unsafe UnsafePointer<cairo_user_data_key_t>(OpaquePointer(address))
        let status = unsafe cairo_font_face_set_user_data(pointer, key, address) { address in
            guard let address = unsafe address else { return }
            unsafe Unmanaged<OpenFace>.fromOpaque(address).release()
        }
        if status != CAIRO_STATUS_SUCCESS {
            unsafe retained.release()
            throw CairoFailure(status)
        }
    }
}
