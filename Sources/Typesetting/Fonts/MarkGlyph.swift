/// A glyph that the typesetter adds of its own accord: an ellipsis, a hyphen.
struct MarkGlyph {
    let id: UInt32
    /// In 1/65,536 em.
    let advance: Int32
}
