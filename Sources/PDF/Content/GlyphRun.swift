import Scene

/// A run's glyphs with their codes and places, as one or a few text operators (ISO 32000-1, 9.4).
struct GlyphRun {
    struct Glyph {
        let code: UInt16
        /// The advance of the glyph, in thousandths of the size.
        let width: Int
        /// The position relative to the run's origin, with y pointing down.
        let x: Double
        let y: Double
    }

    /// Glyphs that stand for a text only together, such as a syllable of Devanagari.
    struct Cluster {
        let glyphs: Range<Int>
        var text: String
    }

    /// Less than this, in thousandths of the size, is left to the next glyph.
    private static let tolerance = 2.0

    let origin: Point
    var glyphs: [Glyph] = []
    var clusters: [Cluster] = []
    /// Room after every glyph, beside its own; nil where it makes no difference.
    private(set) var tracking: Double?

    /// Finds out whether most of the glyphs have this room behind them, which need not be said of
    /// each then.
    mutating func findTracking(_ wanted: Double, size: Double) {
        guard glyphs.count > 1 else { return tracking = nil }
        // As it is written.
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
    ///   - tracking: what readers add after every glyph.
    ///   - top: from where downwards places are told.
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
                // The exact text goes before what each glyph says (14.9.4).
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

    /// The position on a line, from glyph to glyph.
    private struct TextLine {
        let origin: Point
        let size: Double
        let tracking: Double
        /// The place of the next glyph, from the origin.
        private var x = 0.0
        private var y = 0.0
        /// The end of the glyph before, from its intended place.
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
                // As far as the two letters ask for, which is alike wherever they meet; what is
                // left over of rounded widths is made up for where it would be seen.
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

        /// Text stands upright although y runs downwards.
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
