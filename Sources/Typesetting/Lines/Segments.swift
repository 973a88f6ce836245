/// A paragraph's text between two places where a line may break, spaces last.
struct Segment {
    let firstUnit: Int
    /// The unit after the last that is not a hanging space.
    let inkEndUnit: Int
    /// In the draft's positions.
    var inkEnd: Int
    /// What a break after it adds: a hyphen after U+00AD.
    let hyphen: Int
}

/// The segments of all paragraphs, in order.
struct Segments {
    var all: [Segment] = []
    /// Each paragraph's.
    private(set) var ranges: [Range<Int>] = []
    /// Of the last segment that is not only spaces, which hang from it wherever they end.
    private var inkEnd = 0

    init(_ draft: Draft, _ paragraphs: [Paragraph], _ styles: [SpanStyle]) {
        ranges.reserveCapacity(paragraphs.count)
        for paragraph in paragraphs {
            let first = all.count
            inkEnd = draft.positions[paragraph.units.lowerBound]
            var start = paragraph.units.lowerBound
            for unit in paragraph.units where unit > start {
                guard draft.units[unit].traits.contains(.mayBreakBefore) else { continue }
                append(start..<unit, draft, styles)
                start = unit
            }
            if start < paragraph.units.upperBound {
                append(start..<paragraph.units.upperBound, draft, styles)
            }
            ranges.append(first..<all.count)
        }
    }

    private mutating func append(_ units: Range<Int>, _ draft: Draft, _ styles: [SpanStyle]) {
        var end = units.upperBound
        while end > units.lowerBound, draft.units[end - 1].traits.contains(.isSpace) { end -= 1 }
        var hyphen = 0
        if end == units.upperBound, draft.units[end - 1].traits.contains(.isSoftHyphen) {
            let stretch = draft.stretches[Int(draft.units[end - 1].stretch)]
            let style = styles[Int(stretch.style)]
            hyphen = style.advance(of: style.face.hyphen)
        }
        if end > units.lowerBound { inkEnd = draft.positions[end] }
        all.append(
            Segment(
                firstUnit: units.lowerBound, inkEndUnit: end, inkEnd: inkEnd, hyphen: hyphen))
    }
}
