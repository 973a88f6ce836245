import Cairo
import Scene

/// Which bytes of a run's text belong to which of its glyphs, in the glyphs' own order from left to right.
///
/// A right-to-left run is told as if it ran the other way: the text's clusters are put in the order in
/// which they stand. Readers put such text back in order themselves, and Chrome's and PDFBox's turn it
/// round a second time when it comes in logical order.
struct GlyphClusters {
    private(set) var text: [UInt8] = []
    private(set) var clusters: [TextCluster] = []

    init(_ glyphs: ArraySlice<ShapedText.Glyph>, run: ShapedText.Run, of bytes: Span<UInt8>) {
        let whole = Int(run.text.lowerBound)..<Int(run.text.upperBound)
        text.reserveCapacity(whole.count)
        // A cluster ends where the next one in the text begins; in a right-to-left run, that is the one
        // on its left.
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
            append(from..<max(from, end), of: bytes, glyphs: next - start)
            end = from
            start = next
        }
    }

    private mutating func append(_ range: Range<Int>, of bytes: Span<UInt8>, glyphs: Int) {
        let inside = range.clamped(to: 0..<bytes.count)
        for index in inside { text.append(bytes[index]) }
        clusters.append(
            TextCluster(
                bytes: Int32(truncatingIfNeeded: inside.count),
                glyphs: Int32(truncatingIfNeeded: glyphs)))
    }
}
