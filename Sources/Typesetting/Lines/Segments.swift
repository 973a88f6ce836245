/// The text between two possible line breaks of a paragraph, including trailing spaces.
struct Segment {
    let firstUnit: Int
    /// The unit after the last one that is not a hanging space.
    let inkEndUnit: Int
    /// The end of the ink, in the positions of `ShapedUnits`.
    var inkEnd: Int
    /// The additional width if the line breaks here: a hyphen after U+00AD.
    let hyphen: Int
}

/// The segments of all paragraphs, in order.
struct Segments {
    var all: [Segment] = []
    /// The segments of each paragraph.
    private(set) var ranges: [Range<Int>] = []
    /// The end of the last segment with any ink. Segments of only spaces hang from it.
    private var inkEnd = 0

    init(_ shaped: ShapedUnits, _ paragraphs: [Paragraph], _ styles: [SpanStyle]) {
        ranges.reserveCapacity(paragraphs.count)
        // A line may break after most words.
        all.reserveCapacity(paragraphs.count + shaped.units.count / 5)
        for paragraph in paragraphs {
            let first = all.count
            inkEnd = shaped.positions[paragraph.units.lowerBound]
            var start = paragraph.units.lowerBound
            for unit in paragraph.units where unit > start {
                guard shaped.units[unit].traits.contains(.mayBreakBefore) else { continue }
                append(start..<unit, shaped, styles)
                start = unit
            }
            if start < paragraph.units.upperBound {
                append(start..<paragraph.units.upperBound, shaped, styles)
            }
            ranges.append(first..<all.count)
        }
    }

    private mutating func append(_ units: Range<Int>, _ shaped: ShapedUnits, _ styles: [SpanStyle])
    {
        var end = units.upperBound
        while end > units.lowerBound, shaped.units[end - 1].traits.contains(.isSpace) { end -= 1 }
        var hyphen = 0
        if end == units.upperBound, shaped.units[end - 1].traits.contains(.isSoftHyphen) {
            let stretch = shaped.stretches[Int(shaped.units[end - 1].stretch)]
            let style = styles[Int(stretch.style)]
            hyphen = style.advance(of: style.face.hyphen)
        }
        if end > units.lowerBound { inkEnd = shaped.positions[end] }
        all.append(
            Segment(
                firstUnit: units.lowerBound, inkEndUnit: end, inkEnd: inkEnd, hyphen: hyphen))
    }
}
