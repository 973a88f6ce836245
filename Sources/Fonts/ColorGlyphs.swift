import CHarfBuzz
package import Scene

/// The pictures of emoji from their fonts.
///
/// An instance is not thread-safe; each thread has its own.
package final class ColorGlyphs {
    private var opened: [FontFile: HarfBuzzFace] = [:]

    package init() {}

    package func glyph(
        _ id: UInt32, of file: FontFile
    ) throws(FontFailure) -> ColorGlyph? {
        guard file.hasColorBitmaps else { return nil }
        if let known = opened[file] { return known.colorGlyph(id) }
        let face = try HarfBuzzFace(file)
        opened[file] = face
        return face.colorGlyph(id)
    }
}

package struct ColorGlyph: Sendable, Equatable {
    package let png: [UInt8]
    /// At a size of one point, relative to the origin on the baseline, with y pointing down.
    package let frame: Rect
}

/// Owns a font file opened for reading its pictures.
@safe private final class HarfBuzzFace {
    /// The number of units per em, as in the typesetter.
    private static let unitsPerEm = 65_536

    private let font: OpaquePointer
    private let isColor: Bool

    init(_ file: FontFile) throws(FontFailure) {
        guard let blob = unsafe hb_blob_create_from_file_or_fail(file.path) else {
            throw .unreadable(path: file.path, code: 0)
        }
        defer { unsafe hb_blob_destroy(blob) }
        let face = unsafe hb_face_create(blob, UInt32(file.index & 0xFFFF))
        defer { unsafe hb_face_destroy(face) }
        guard let font = unsafe hb_font_create(face) else { throw .outOfMemory }
        unsafe self.font = unsafe font
        isColor = unsafe hb_ot_color_has_png(face) != 0
        let em = Int32(Self.unitsPerEm)
        unsafe hb_font_set_scale(font, em, em)
    }

    deinit { unsafe hb_font_destroy(font) }

    func colorGlyph(_ id: UInt32) -> ColorGlyph? {
        guard isColor, let blob = unsafe hb_ot_color_glyph_reference_png(font, id) else {
            return nil
        }
        defer { unsafe hb_blob_destroy(blob) }
        var length: UInt32 = 0
        let data = unsafe hb_blob_get_data(blob, &length)
        var extents = hb_glyph_extents_t()
        guard let data = unsafe data, length > 0,
            unsafe hb_font_get_glyph_extents(font, id, &extents) != 0
        else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(length))
        let em = Double(Self.unitsPerEm)
        return ColorGlyph(
            png: unsafe [UInt8](bytes),
            frame: Rect(
                Double(extents.x_bearing) / em, -Double(extents.y_bearing) / em,
                Double(extents.width) / em, -Double(extents.height) / em))
    }
}
