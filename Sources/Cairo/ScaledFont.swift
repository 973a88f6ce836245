import CCairo
import Scene

/// A font at one size and one scale: grey edges, no hinting, advances left as they were measured.
@safe
package final class ScaledFont {
    let pointer: OpaquePointer
    /// Its glyphs are colour pictures.
    package let hasColorBitmaps: Bool

    /// - Parameter scale: device pixels per point of the canvas it will be drawn on.
    init(_ face: FontFace, file: FontFile, size: Double, scale: Double) throws(CairoFailure) {
        guard let options = unsafe cairo_font_options_create() else { throw .outOfMemory }
        defer { unsafe cairo_font_options_destroy(options) }
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        if !file.variations.isEmpty {
            unsafe cairo_font_options_set_variations(options, file.variations)
        }
        var matrix = cairo_matrix_t(xx: size, yx: 0, xy: 0, yy: size, x0: 0, y0: 0)
        var device = cairo_matrix_t(xx: scale, yx: 0, xy: 0, yy: scale, x0: 0, y0: 0)
        let made = unsafe cairo_scaled_font_create(face.pointer, &matrix, &device, options)
        guard let pointer = unsafe made else { throw .outOfMemory }
        unsafe self.pointer = pointer
        hasColorBitmaps = file.hasColorBitmaps
        try CairoFailure.check(unsafe cairo_scaled_font_status(pointer))
    }

    deinit { unsafe cairo_scaled_font_destroy(pointer) }
}
