import Scene

/// Which bytes of a run's text belong to which of its glyphs, in the glyphs' own order from left to
/// right.
///
/// A right-to-left run is told as if it ran the other way: the text's clusters are put in the order
/// in which they stand. Readers put such text back in order themselves, and Chrome's and PDFBox's
/// turn it round a second time when it comes in logical order.
struct GlyphClusters {
    struct Cluster {
        let text: Range<Int>
        let glyphs: Range<Int>
    }

    private(set) var clusters: [Cluster] = []

    /// - Parameter count: how many bytes the whole text has.
    init(_ glyphs: ArraySlice<ShapedText.Glyph>, run: ShapedText.Run, count: Int) {
        let whole = Int(run.text.lowerBound)..<Int(run.text.upperBound)
        clusters.reserveCapacity(glyphs.count)
        // A cluster ends where the next one in the text begins; in a right-to-left run, that is the
        // one on its left.
        var start = glyphs.startIndex
        var end = whole.upperBound
        while start < glyphs.endIndex {
            let cluster = glyphs[start].cluster
            var next = start + 1
            while next < glyphs.endIndex, glyphs[next].cluster == cluster { next += 1 }
            let isLast = next == glyphs.endIndex
            let from: Int
            if run.isRightToLeft {
                from = isLast ? whole.lowerBound : Int(cluster)
            } else {
                from = start == glyphs.startIndex ? whole.lowerBound : Int(cluster)
                end = isLast ? whole.upperBound : Int(glyphs[next].cluster)
            }
            let text = (from..<max(from, end)).clamped(to: 0..<count)
            clusters.append(Cluster(text: text, glyphs: start..<next))
            end = from
            start = next
        }
    }
}
