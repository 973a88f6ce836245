import CCairo
import Scene

/// The bytes of a run's text that its glyphs represent, in cairo's form: in text order, without
/// gaps.
struct TextClusters {
    let clusters: [cairo_text_cluster_t]

    init(_ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run) {
        let text = run.text
        // In visual order, the clusters of a right-to-left run are in descending order.
        let starts = run.isRightToLeft ? glyphs.reversed().map(\.cluster) : glyphs.map(\.cluster)
        let isOrdered =
            zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
            && starts.allSatisfy { text.contains($0) }
        guard isOrdered, !starts.isEmpty else {
            clusters = [
                cairo_text_cluster_t(num_bytes: Int32(text.count), num_glyphs: Int32(glyphs.count))
            ]
            return
        }
        var made: [cairo_text_cluster_t] = []
        var first = 0
        while first < starts.count {
            let end = starts[first...].firstIndex { $0 != starts[first] } ?? starts.count
            // Bytes without a glyph of their own belong to the previous cluster, or at the start to
            // the first one.
            let from = first == 0 ? text.lowerBound : starts[first]
            let to = end < starts.count ? starts[end] : text.upperBound
            made.append(cairo_text_cluster_t(num_bytes: to - from, num_glyphs: Int32(end - first)))
            first = end
        }
        clusters = made
    }
}
