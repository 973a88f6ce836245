import CCairo
import Scene

extension Canvas {
    func setFont(_ font: TextFont, size: Double) {
        unsafe cairo_set_font_face(context, font.face)
        unsafe cairo_set_font_options(context, font.options)
        var matrix = cairo_matrix_t(
            xx: size, yx: 0, xy: -font.slant * size, yy: size, x0: 0, y0: 0)
        unsafe cairo_set_font_matrix(context, &matrix)
    }

    /// Draws a run's letters with the source, and passes their text to surfaces that store text.
    ///
    /// - Parameters:
    ///   - origin: the run's origin on the baseline.
    ///   - bytes: the whole text, of which the run is a part.
    func show(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, saying bytes: [UInt8],
        at origin: Point
    ) {
        let placed = Canvas.placed(glyphs, at: origin)
        let said = bytes[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
        guard !said.isEmpty else {
            return unsafe cairo_show_glyphs(context, placed, Int32(placed.count))
        }
        let clusters = TextClusters(glyphs, of: run).clusters
        let flags =
            run.isRightToLeft
            ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(rawValue: 0)
        unsafe said.withUnsafeBytes { said in
            unsafe cairo_show_text_glyphs(
                context, said.bindMemory(to: CChar.self).baseAddress, Int32(said.count), placed,
                Int32(placed.count), clusters, Int32(clusters.count), flags)
        }
    }

    /// Fills letters as outlines without text.
    func fillOutlines(_ glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point) {
        let placed = Canvas.placed(glyphs, at: origin)
        unsafe cairo_glyph_path(context, placed, Int32(placed.count))
        fill()
    }

    private static func placed(
        _ glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point
    ) -> [cairo_glyph_t] {
        glyphs.map {
            cairo_glyph_t(
                index: UInt($0.id), x: origin.x + Double($0.x), y: origin.y + Double($0.y))
        }
    }
}
