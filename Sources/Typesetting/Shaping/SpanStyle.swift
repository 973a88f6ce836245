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

    /// In the shaped's units.
    func advance(of mark: MarkGlyph) -> Int {
        ShapedUnits.length(Int(mark.advance), at: ShapedUnits.fixed(size))
    }
}
