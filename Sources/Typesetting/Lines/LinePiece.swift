import Scene

/// A part of one stretch that stands on one line.
struct LinePiece {
    let units: Range<Int>
    let style: Int
    let font: FontID
    let level: UInt8
    let kind: ShapedText.Run.Kind
    let isTab: Bool
    let text: Range<Int32>
    /// A hyphen or an ellipsis, which no character of the text asked for.
    let mark: MarkGlyph?

    var isRightToLeft: Bool { level & 1 == 1 }
}
