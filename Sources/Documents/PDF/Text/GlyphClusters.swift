import Scene

/// The bytes of a run's text that belong to each of its glyphs, in visual order from left to right.
///
/// The clusters of a right-to-left run are also in visual order. Readers reorder such text
/// themselves; Chrome and PDFBox would reverse it a second time if it were in logical order.
struct GlyphClusters {
    struct Cluster {
        let text: Range<Int>
        let glyphs: Range<Int>
    }

    private(set) var clusters: [Cluster] = []

    /// - Parameter count: the number of bytes of the whole text.
    init(_ glyphs: ArraySlice<ShapedText.Glyph>, run: ShapedText.Run, count: Int) {
        let whole = Int(run.text.lowerBound)..<Int(run.text.upperBound)
        clusters.reserveCapacity(glyphs.count)
        // A cluster ends where the next one in the text begins. In a right-to-left run, that is the
        // cluster on its left.
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
