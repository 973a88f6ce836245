import CCairo
package import Scene

/// A font whose glyphs draw nothing and only carry text, for what is drawn as pictures: without it an
/// emoji could neither be searched for nor copied out of a document.
///
/// Nothing may ever be painted in its glyphs: cairo 1.16 would draw a picture there as a black shape.
@safe
package final class TextOnlyFont {
    /// The glyphs' width in em, that of Noto Color Emoji: what a viewer highlights.
    private static let advance = 1.275
    /// Poppler guesses how large a Type 3 font is from its first glyph, which it takes to be half an em
    /// wide. Guessed from an emoji, it would put emoji on lines of their own. So each of the document's
    /// fonts, which hold 256 glyphs, begins with a space of that width.
    private static let guide = 0.5
    private static let glyphsPerFont: UInt = 256

    /// At one size, which is what a document counts as a font.
    private struct Sized {
        let font: ScaledFont
        /// Each distinct text is a glyph of its own, because a document maps a glyph to one text.
        var glyphs: [ArraySlice<UInt8>: UInt] = [:]
        var count: UInt = 0

        /// The glyph that says `text`, and the guide that must be shown before it, if any.
        mutating func glyph(for text: ArraySlice<UInt8>) -> (glyph: UInt, guide: UInt?) {
            if let glyph = glyphs[text] { return (glyph, nil) }
            let guide = count % TextOnlyFont.glyphsPerFont == 0 ? count : nil
            count += guide == nil ? 0 : 1
            let glyph = count
            count += 1
            glyphs[text] = glyph
            return (glyph, guide)
        }
    }

    private let face: OpaquePointer
    private var sizes: [Double: Sized] = [:]

    package init() throws(CairoFailure) {
        guard let face = unsafe cairo_user_font_face_create() else { throw .outOfMemory }
        unsafe self.face = face
        unsafe cairo_user_font_face_set_init_func(face) { _, _, extents in
            guard let extents = unsafe extents else { return CAIRO_STATUS_NULL_POINTER }
            unsafe extents.pointee.ascent = 0.95
            unsafe extents.pointee.descent = 0.25
            unsafe extents.pointee.height = 1.2
            unsafe extents.pointee.max_x_advance = TextOnlyFont.advance
            return CAIRO_STATUS_SUCCESS
        }
        unsafe cairo_user_font_face_set_render_glyph_func(face) { _, glyph, _, extents in
            guard let extents = unsafe extents else { return CAIRO_STATUS_NULL_POINTER }
            let isGuide = glyph % TextOnlyFont.glyphsPerFont == 0
            let advance = isGuide ? TextOnlyFont.guide : TextOnlyFont.advance
            // Without a size, cairo would take the glyph for invisible and leave it and its text out.
            unsafe extents.pointee = cairo_text_extents_t(
                x_bearing: 0, y_bearing: -0.95, width: advance, height: 1.2, x_advance: advance,
                y_advance: 0)
            return CAIRO_STATUS_SUCCESS
        }
        try CairoFailure.check(unsafe cairo_font_face_status(face))
    }

    deinit { unsafe cairo_font_face_destroy(face) }

    /// The font at a size, the glyph that says `text`, and the guide to be shown before it, if any.
    fileprivate func glyph(
        for text: ArraySlice<UInt8>, size: Double
    ) throws(CairoFailure) -> (font: ScaledFont, glyph: UInt, guide: UInt?) {
        var sized: Sized
        if let known = sizes[size] {
            sized = known
            sizes[size] = nil
        } else {
            sized = try Sized(font: unsafe ScaledFont(ofUserFace: face, size: size))
        }
        let (glyph, guide) = sized.glyph(for: text)
        sizes[size] = sized
        return (sized.font, glyph, guide)
    }
}

extension Canvas {
    /// Lets a reader find `text` at a place where nothing is drawn.
    package func say(
        _ text: ArraySlice<UInt8>, at point: Point, size: Double, font: TextOnlyFont
    ) throws(CairoFailure) {
        setSource(.black)
        let (scaled, glyph, guide) = try font.glyph(for: text, size: size)
        unsafe cairo_set_scaled_font(context, scaled.pointer)
        if let guide { say([0x20], glyph: guide, at: point) }
        say(text, glyph: glyph, at: point)
    }

    private func say(_ text: ArraySlice<UInt8>, glyph: UInt, at point: Point) {
        var glyph = cairo_glyph_t(index: glyph, x: point.x, y: point.y)
        let count = Int32(truncatingIfNeeded: text.count)
        var cluster = cairo_text_cluster_t(num_bytes: count, num_glyphs: 1)
        unsafe text.withUnsafeBytes { bytes in
            unsafe cairo_show_text_glyphs(
                context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count, &glyph, 1,
                &cluster, 1, cairo_text_cluster_flags_t(rawValue: 0))
        }
    }
}
