import Scene

/// One line of a text: which units stand on it.
struct LineSpan: Equatable {
    enum EndMark { case none, hyphen, ellipsis }

    let paragraph: Int
    /// With the spaces that hang over its end.
    let units: Range<Int>
    /// Without them.
    let shown: Range<Int>
    let endMark: EndMark
    /// From the edge at which its paragraph begins, in the shaped's units.
    let indent: Int
}

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
