import Basics

/// Breaks text into lines arithmetically: nothing is shaped twice at any width.
///
/// The algorithm is greedy, as in messengers, and linear in the text. Pango's own line breaking
/// takes 137 s for 100,000 letters without a space.
struct LineBreaker {
    /// The units, with tabs at their positions on the lines.
    private(set) var shaped: ShapedUnits
    private let paragraphs: [Paragraph]
    private let styles: SpanStyles
    private let hangs: Bool
    private let budget: WorkBudget
    private var segments: Segments
    /// The positions from the shaper, with each paragraph on one line.
    private let advances: [Int]

    init(
        shaped: ShapedUnits, paragraphs: [Paragraph], styles: SpanStyles, hangs: Bool,
        budget: WorkBudget = .unlimited
    ) {
        self.budget = budget
        self.shaped = shaped
        self.paragraphs = paragraphs
        self.styles = styles
        self.hangs = hangs
        advances = shaped.positions
        segments = Segments(shaped, paragraphs, styles: styles.styles)
    }

    /// Fewer if the work must end. With a limit, the last line ends in an ellipsis if text is left.
    mutating func lines(in width: Double, limit: Int?) -> [LineSpan] {
        let width = Self.fixed(width)
        guard let limit else { return lines(in: width, upTo: .max) }
        let most = max(limit, 1)
        let lines = lines(in: width, upTo: most == .max ? .max : most + 1)
        return lines.count > most ? truncated(Array(lines.prefix(most)), in: width) : lines
    }

    /// The number of lines between two checks of the budget. A line takes half a microsecond.
    private static let linesAsked = 64

    private static func fixed(_ width: Double) -> Int {
        guard width.isFinite else { return width > 0 ? Int.max / 4 : 0 }
        return Int(min(max(width, 0), 1e9) * Double(ShapedUnits.unitsPerPoint))
    }

    private struct Place {
        var unit: Int
        var segment: Int
    }

    private func end(
        of place: Place, before last: Int, in width: Int
    ) -> (place: Place, isHyphenated: Bool) {
        let limit = shaped.positions[place.unit] + width
        var best = -1
        var index = place.segment
        while index < last, segments.all[index].inkEnd <= limit {
            let segment = segments.all[index]
            if index + 1 == last || segment.inkEnd + segment.hyphen <= limit { best = index }
            index += 1
        }
        guard best < 0 else {
            let isLast = best + 1 == last
            let unit = isLast ? segments.all[best].inkEndUnit : segments.all[best + 1].firstUnit
            return (
                Place(unit: unit, segment: best + 1), !isLast && segments.all[best].hyphen > 0
            )
        }
        return (cut(place, at: limit), false)
    }

    /// Cuts between two graphemes. A line has at least one.
    private func cut(_ place: Place, at limit: Int) -> Place {
        let end = segments.all[place.segment].inkEndUnit
        var fits = place.unit
        var ink = shaped.positions[place.unit]
        for unit in (place.unit + 1)...end {
            // Ideographic spaces within a segment also hang if a line ends with them.
            if !shaped.units[unit - 1].traits.contains(.isSpace) { ink = shaped.positions[unit] }
            guard unit == end || shaped.units[unit].traits.contains(.beginsGrapheme) else {
                continue
            }
            if ink > limit, fits > place.unit { break }
            fits = unit
            if ink > limit { break }
        }
        guard fits >= end else { return Place(unit: fits, segment: place.segment) }
        let next = place.segment + 1
        let unitAfter = next < segments.all.count ? segments.all[next].firstUnit : end
        return Place(unit: unitAfter, segment: next)
    }

    private mutating func lines(in width: Int, upTo limit: Int) -> [LineSpan] {
        var lines: [LineSpan] = []
        var hasTabs = false
        for (number, paragraph) in paragraphs.enumerated() {
            let range = segments.ranges[number]
            // Text after a tab moves with it, and so do the following paragraphs.
            hasTabs = hasTabs || paragraph.hasTabs
            guard !range.isEmpty else {
                if lines.count >= limit { return lines }
                lines.append(line(number, paragraph.units, endMark: .none, indent: 0))
                continue
            }
            let hang = hangs ? hang(of: paragraph, in: width) : 0
            var indent = 0
            var place = Place(
                unit: segments.all[range.lowerBound].firstUnit, segment: range.lowerBound)
            while place.segment < range.upperBound {
                if lines.count >= limit { return lines }
                if lines.count % Self.linesAsked == 0, !budget.mayContinue { return lines }
                if hasTabs { placeTabs(from: place, of: number, in: width, indent: indent) }
                let (next, isHyphenated) = end(
                    of: place, before: range.upperBound, in: width - indent)
                let isLast = next.segment == range.upperBound
                let units = place.unit..<(isLast ? paragraph.units.upperBound : next.unit)
                lines.append(
                    line(number, units, endMark: isHyphenated ? .hyphen : .none, indent: indent))
                place = next
                indent = hang
            }
        }
        return lines
    }

    private func line(
        _ paragraph: Int, _ units: Range<Int>, endMark: LineSpan.EndMark, indent: Int
    ) -> LineSpan {
        LineSpan(
            paragraph: paragraph, units: units,
            shown: units.lowerBound..<inkEnd(of: units), endMark: endMark, indent: indent)
    }

    private func inkEnd(of units: Range<Int>) -> Int {
        var end = units.upperBound
        while end > units.lowerBound, shaped.units[end - 1].traits.contains(.isSpace) { end -= 1 }
        return end
    }

    /// The width of the paragraph's leading spaces plus two, at most a third of the line.
    private func hang(of paragraph: Paragraph, in width: Int) -> Int {
        var unit = paragraph.units.lowerBound
        while unit < paragraph.units.upperBound, shaped.units[unit].traits.contains(.isSpace) {
            unit += 1
        }
        let own = advances[unit] - advances[paragraph.units.lowerBound]
        return min(own + 2 * styles.blank, width / 3)
    }

    /// Extends the tabs of the line that starts at a place to the next tab stop, as far as the line
    /// can reach. The rest is placed with the next line.
    private mutating func placeTabs(
        from place: Place, of paragraph: Int, in width: Int, indent: Int
    ) {
        let start = shaped.positions[place.unit]
        let limit = start + width - indent
        let last = segments.ranges[paragraph].upperBound
        var unit = place.unit
        var ink = start
        for index in place.segment..<last {
            let next =
                index + 1 < last
                ? segments.all[index + 1].firstUnit : paragraphs[paragraph].units.upperBound
            while unit < next {
                let present = shaped.positions[unit]
                let traits = shaped.units[unit].traits
                let advance =
                    traits.contains(.isTab)
                    ? styles.tab(at: present - start + indent)
                    : advances[unit + 1] - advances[unit]
                shaped.positions[unit + 1] = present + advance
                unit += 1
                guard !traits.contains(.isSpace) else { continue }
                ink = present + advance
                guard ink > limit else { continue }
                segments.all[index].inkEnd = ink
                return
            }
            segments.all[index].inkEnd = ink
        }
    }

    private func style(at unit: Int) -> SpanStyle {
        styles.styles[Int(shaped.stretches[Int(shaped.units[unit].stretch)].style)]
    }

    /// Ends the last line in an ellipsis after as much of its paragraph as fits.
    private func truncated(_ lines: [LineSpan], in width: Int) -> [LineSpan] {
        guard let last = lines.last else { return lines }
        let start = last.units.lowerBound
        let end = paragraphs[last.paragraph].units.upperBound
        let mark = last.units.isEmpty ? styles.styles[0] : style(at: last.units.upperBound - 1)
        let room = width - last.indent - mark.advance(of: mark.face.ellipsis)
        let limit = shaped.positions[start] + room
        var fits = start
        var unit = start + 1
        while unit <= end {
            let isEdge = unit == end || shaped.units[unit].traits.contains(.beginsGrapheme)
            if isEdge {
                if shaped.positions[unit] > limit { break }
                fits = unit
            }
            unit += 1
        }
        let units = start..<fits
        return lines.dropLast() + [
            LineSpan(
                paragraph: last.paragraph, units: units, shown: start..<inkEnd(of: units),
                endMark: .ellipsis, indent: last.indent)
        ]
    }
}

/// The text between two possible line breaks of a paragraph, including trailing spaces.
private struct Segment {
    let firstUnit: Int
    /// The unit after the last one that is not a hanging space.
    let inkEndUnit: Int
    /// The end of the ink, in the positions of `ShapedUnits`.
    var inkEnd: Int
    /// The additional width if the line breaks here: a hyphen after U+00AD.
    let hyphen: Int
}

private struct Segments {
    var all: [Segment] = []
    private(set) var ranges: [Range<Int>] = []
    /// The end of the last segment with any ink. Segments of only spaces hang from it.
    private var inkEnd = 0

    init(_ shaped: ShapedUnits, _ paragraphs: [Paragraph], styles: [SpanStyle]) {
        ranges.reserveCapacity(paragraphs.count)
        // A line may break after most words.
        all.reserveCapacity(paragraphs.count + shaped.units.count / 5)
        for paragraph in paragraphs {
            let first = all.count
            inkEnd = shaped.positions[paragraph.units.lowerBound]
            var start = paragraph.units.lowerBound
            for unit in paragraph.units where unit > start {
                guard shaped.units[unit].traits.contains(.mayBreakBefore) else { continue }
                append(start..<unit, shaped, styles: styles)
                start = unit
            }
            if start < paragraph.units.upperBound {
                append(start..<paragraph.units.upperBound, shaped, styles: styles)
            }
            ranges.append(first..<all.count)
        }
    }

    private mutating func append(_ units: Range<Int>, _ shaped: ShapedUnits, styles: [SpanStyle]) {
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
