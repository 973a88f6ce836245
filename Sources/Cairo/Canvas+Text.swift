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

    /// As `show(_:at:font:)`, and tells the document what the glyphs say: the clusters cover all of
    /// `text` and all glyphs, in logical order; `isBackward` when the glyphs run the other way.
    package func show(
        _ glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point, font: ScaledFont,
        text: ArraySlice<UInt8>, clusters: [TextCluster], isBackward: Bool
    ) {
        unsafe cairo_set_scaled_font(context, font.pointer)
        let flags = cairo_text_cluster_flags_t(
            rawValue: isBackward ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD.rawValue : 0)
        let pairs = clusters.map { cluster in
            cairo_text_cluster_t(num_bytes: cluster.bytes, num_glyphs: cluster.glyphs)
        }
        unsafe withGlyphs(glyphs, at: origin) { placed, count in
            unsafe text.withUnsafeBytes { bytes in
                unsafe cairo_show_text_glyphs(
                    context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(truncatingIfNeeded: bytes.count), placed, count, pairs,
                    Int32(truncatingIfNeeded: pairs.count), flags)
            }
        }
    }

    /// Fills glyphs as paths: documents then hold shapes, and no text.
    package func fillOutlines(
        of glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point, font: ScaledFont
    ) {
        unsafe cairo_set_scaled_font(context, font.pointer)
        unsafe withGlyphs(glyphs, at: origin) { placed, count in
            unsafe cairo_glyph_path(context, placed, count)
        }
        fill()
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

/// How many bytes of a text and how many glyphs stand for one another.
package struct TextCluster: Sendable, Hashable {
    package let bytes: Int32
    package let glyphs: Int32

    package init(bytes: Int32, glyphs: Int32) {
        self.bytes = bytes
        self.glyphs = glyphs
    }
}
