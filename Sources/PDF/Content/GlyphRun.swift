import Scene

/// A run's glyphs with their codes and places, as one or a few text operators (ISO 32000-1, 9.4).
struct GlyphRun {
    struct Glyph {
        let code: UInt16
        /// How far a reader moves on after it, in thousandths of the size.
        let width: Int
        /// From the run's origin, y downwards.
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

    func write(to markup: inout PDFMarkup, size: Double) {
        var line = TextLine(origin: origin, size: size)
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

    /// Where a reader stands while it goes from glyph to glyph.
    private struct TextLine {
        let origin: Point
        let size: Double
        /// Where the next glyph would come, from the origin.
        private var x = 0.0
        private var y = 0.0
        private var isPlaced = false
        private var isShowing = false

        init(origin: Point, size: Double) {
            self.origin = origin
            self.size = size
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
                let step = gap.rounded()
                markup.number(step)
                x -= step * size / 1000
            }
            if !isShowing || isMoved { markup.raw("(") }
            isShowing = true
            markup.literal(glyph.code)
            x += Double(glyph.width) * size / 1000
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
            y = glyph.y
            isPlaced = true
        }
    }
}
