import Scene

/// All that holds for one stretch of a text, from its style and its span.
struct SpanStyle {
    let face: Face
    let key: FaceKey
    let size: Double
    /// The size relative to the text's.
    let scale: Double
    let tracking: Int
    let color: Color
    let background: Color?
    let isUnderlined: Bool
    let isStruck: Bool
    let link: Int32?
    /// The UTF-8 offset where it ends.
    let end: Int
}
