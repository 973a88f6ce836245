import Scene

/// A run's glyphs with their codes and positions, written as few text operators as possible (ISO
/// 32000-1, 9.4).
struct GlyphRun {
    struct Glyph {
        let code: UInt16
        /// The advance of the glyph, in thousandths of the size.
        let width: Int
        /// The position relative to the run's origin, with y pointing down.
        let x: Double
        let y: Double
    }

    /// Glyphs that only together represent a text, such as a syllable of Devanagari.
    struct Cluster {
        let glyphs: Range<Int>
        var text: String
    }

    /// Distances up to this, in thousandths of the size, are added to that of the next glyph.
    private static let tolerance = 2.0

    let origin: Point
    var glyphs: [Glyph] = []
    var clusters: [Cluster] = []
    /// The additional space after every glyph; nil if it makes no difference.
    private(set) var tracking: Double?

    /// Determines whether most glyphs are followed by this additional space. It is then set once
    /// instead of for each glyph.
    mutating func findTracking(_ wanted: Double, size: Double) {
        guard glyphs.count > 1 else { return tracking = nil }
        // Round as the operator will be written.
        let wanted = (wanted * 1000).rounded() / 1000
        var more = 0
        if wanted != 0 {
            for (glyph, next) in zip(glyphs, glyphs.dropFirst()) {
                let gap = next.x - glyph.x - Double(glyph.width) * size / 1000
                more += (gap - wanted).magnitude < gap.magnitude ? 1 : -1
            }
        }
        tracking = more > 0 ? wanted : 0
    }

    /// - Parameters:
    ///   - tracking: the space that readers add after every glyph.
    ///   - top: the origin of vertical positions.
    func write(
        to markup: inout PDFMarkup, size: Double, tracking: Double = 0, top: Double = 0
    ) {
        var line = TextLine(
            origin: Point(origin.x, origin.y - top), size: size, tracking: tracking)
        var cluster = clusters.makeIterator()
        var next = cluster.next()
        for (index, glyph) in glyphs.enumerated() {
            if let next, next.glyphs.lowerBound == index {
                line.endShowing(in: &markup)
                // The exact text precedes the glyphs (14.9.4).
                markup.raw("/Span<</ActualText")
                markup.text(next.text)
                markup.raw(">>BDC\n")
            }
            line.show(glyph, in: &markup)
            if let ending = next, ending.glyphs.upperBound == index + 1 {
                line.endShowing(in: &markup)
                markup.raw("EMC\n")
                next = cluster.next()
            }
        }
        line.endShowing(in: &markup)
    }

    /// The position on a line while glyphs are written.
    private struct TextLine {
        let origin: Point
        let size: Double
        let tracking: Double
        /// The position of the next glyph, relative to the origin.
        private var x = 0.0
        private var y = 0.0
        /// The end of the previous glyph, from its intended position.
        private var end = 0.0
        private var isPlaced = false
        private var isShowing = false

        init(origin: Point, size: Double, tracking: Double) {
            self.origin = origin
            self.size = size
            self.tracking = tracking
        }

        mutating func show(_ glyph: Glyph, in markup: inout PDFMarkup) {
            if !isPlaced || glyph.y != y { place(glyph, in: &markup) }
            let gap = (x - glyph.x) * 1000 / size
            let isMoved = gap.magnitude > GlyphRun.tolerance
            if !isShowing {
                markup.raw("[")
            } else if isMoved {
                markup.raw(")")
            }
            if isMoved {
                // Use the distance between these two letters, which is the same wherever they meet.
                // Errors from rounded widths are only corrected once they would be visible.
                let own = ((end - glyph.x) * 1000 / size).rounded()
                let isOwn =
                    own.magnitude > GlyphRun.tolerance
                    && (gap - own).magnitude <= GlyphRun.tolerance
                let step = isOwn ? own : gap.rounded()
                markup.number(step)
                x -= step * size / 1000
            }
            if !isShowing || isMoved { markup.raw("(") }
            isShowing = true
            markup.literal(glyph.code)
            let width = Double(glyph.width) * size / 1000 + tracking
            x += width
            end = glyph.x + width
        }

        mutating func endShowing(in markup: inout PDFMarkup) {
            if isShowing { markup.raw(")]TJ\n") }
            isShowing = false
        }

        /// Flips the text, which is upright although y points down.
        private mutating func place(_ glyph: Glyph, in markup: inout PDFMarkup) {
            endShowing(in: &markup)
            markup.raw("1 0 0 -1 ")
            markup.place(Point(origin.x + glyph.x, origin.y + glyph.y))
            markup.raw("Tm\n")
            x = glyph.x
            end = glyph.x
            y = glyph.y
            isPlaced = true
        }
    }
}
