import Scene

/// All that holds for one stretch of a text, from its style and its span.
struct SpanStyle {
    let face: Face
    let size: Double
    /// The size relative to the text's.
    let scale: Double
    let color: Color
    let background: Color?
    let isUnderlined: Bool
    let isStruck: Bool
    let link: Int32?
    /// The UTF-8 offset where it ends.
    let end: Int

    /// In the draft's units.
    func advance(of mark: MarkGlyph) -> Int {
        Draft.length(Int(mark.advance), at: Draft.fixed(size))
    }
}
