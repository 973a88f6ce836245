import Scene

/// The units of one line of a text.
struct LineSpan: Equatable {
    enum EndMark { case none, hyphen, ellipsis }

    let paragraph: Int
    /// The units, including trailing spaces.
    let units: Range<Int>
    /// The units without the trailing spaces.
    let shown: Range<Int>
    let endMark: EndMark
    /// The indent from the edge at which the paragraph starts, in the units of `ShapedUnits`.
    let indent: Int
}

/// A part of one stretch on one line.
struct LinePiece {
    let units: Range<Int>
    let style: Int
    let font: FontID
    let level: UInt8
    let kind: ShapedText.Run.Kind
    let isTab: Bool
    let text: Range<Int32>
    /// A hyphen or an ellipsis that is not part of the text.
    let mark: MarkGlyph?

    var isRightToLeft: Bool { level & 1 == 1 }
}
