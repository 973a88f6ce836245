import CPango
import Scene

/// A font that a style asked for: the base of its lines, whatever they fall back to.
final class Face {
    let description: FontDescription
    let font: FontID
    /// Of an em, both positive.
    let ascent: Double
    let descent: Double
    /// In 1/65,536 em.
    let space: Int32
    let ellipsis: MarkGlyph
    let hyphen: MarkGlyph

    init(description: consuming FontDescription, font: ResolvedFont) {
        self.description = description
        self.font = font.id
        var extents = hb_font_extents_t()
        let found = unsafe hb_font_get_h_extents(font.harfBuzz, &extents) != 0
        let em = Double(FontContext.unitsPerEm)
        ascent = found ? Double(extents.ascender) / em : 0.8
        descent = found ? -Double(extents.descender) / em : 0.2
        space = font.glyph(for: 0x20)?.advance ?? Int32(FontContext.unitsPerEm / 4)
        ellipsis = font.glyph(for: 0x2026) ?? MarkGlyph(id: 0, advance: 0)
        hyphen =
            font.glyph(for: 0x2010) ?? font.glyph(for: 0x2D) ?? MarkGlyph(id: 0, advance: 0)
    }
}
