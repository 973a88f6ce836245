import CCairo
package import Scene

extension Canvas {
    /// Draws glyphs with the source, their run's left end and baseline at `origin`.
    package func show(
        _ glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point, font: ScaledFont
    ) {
        unsafe cairo_set_scaled_font(context, font.pointer)
        unsafe withGlyphs(glyphs, at: origin) { placed, count in
            unsafe cairo_show_glyphs(context, placed, count)
        }
    }

    private func withGlyphs(
        _ glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point,
        _ body: (UnsafePointer<cairo_glyph_t>?, Int32) -> Void
    ) {
        unsafe withUnsafeTemporaryAllocation(of: cairo_glyph_t.self, capacity: glyphs.count) {
            placed in
            var count = 0
            for glyph in glyphs {
                unsafe placed.initializeElement(
                    at: count,
                    to: cairo_glyph_t(
                        index: UInt(glyph.id), x: origin.x + Double(glyph.x),
                        y: origin.y + Double(glyph.y)))
                count += 1
            }
            unsafe body(UnsafePointer(placed.baseAddress), Int32(truncatingIfNeeded: count))
        }
    }
}
