import CPango
import Scene

/// A font requested by a style. It determines the lines' metrics, whatever fallback fonts they use.
final class Face {
    let description: FontDescription
    let font: ResolvedFont
    /// The ascent and descent in em, both positive.
    let ascent: Double
    let descent: Double
    let ellipsis: MarkGlyph
    let hyphen: MarkGlyph
    let digit: MarkGlyph
    /// Whether the face has every character of `PlainText`, so that such text needs no fallback.
    let coversPlainText: Bool

    init(description: consuming FontDescription, font: ResolvedFont) {
        self.description = description
        self.font = font
        var extents = hb_font_extents_t()
        let found = unsafe hb_font_get_h_extents(font.harfBuzz, &extents) != 0
        let em = Double(FontContext.unitsPerEm)
        ascent = found ? Double(extents.ascender) / em : 0.8
        descent = found ? -Double(extents.descender) / em : 0.2
        ellipsis = font.glyph(for: 0x2026) ?? MarkGlyph(id: 0, advance: 0)
        hyphen =
            font.glyph(for: 0x2010) ?? font.glyph(for: 0x2D) ?? MarkGlyph(id: 0, advance: 0)
        digit = font.glyph(for: 0x30) ?? font.space
        coversPlainText = PlainText.characters.allSatisfy { font.glyph(for: $0) != nil }
    }
}

/// A glyph that the typesetter adds to the text: an ellipsis, a hyphen.
struct MarkGlyph {
    let id: UInt32
    /// The advance in 1/65,536 em.
    let advance: Int32
}
