import Scene

extension Pages {
    /// The rows at the very top of a conversation that form one bar.
    func barRows(of slice: PageSlice) -> Range<Int> {
        let first = slice.rows.lowerBound
        guard paper.look != nil, slice.from == 0, first < slice.rows.upperBound,
            transcript.rows[first].role == .title
        else { return first..<first }
        var end = first + 1
        while end < slice.rows.upperBound, transcript.rows[end].isInBar { end += 1 }
        return first..<end
    }

    /// Returns nil for pages that are not canvases.
    func place(ofColumn column: Int) -> CanvasPlace? {
        guard let look = paper.look else { return nil }
        let slice = slices[column]
        let bar = barRows(of: slice)
        func height(of rows: Range<Int>) -> Double {
            rows.reduce(0) { sum, index in
                let row = transcript.rows[index]
                let gap = index == slice.rows.lowerBound ? 0 : row.gap
                let isLast = index == slice.rows.upperBound - 1
                let end = isLast ? slice.to ?? row.height : row.height
                return sum + gap + end - (index == slice.rows.lowerBound ? slice.from : 0)
            }
        }
        let marks = [slice.isContinued, slice.to != nil].count { $0 }
        return CanvasPlace(
            look, size: paper.size, lane: lane(ofColumn: column), bar: height(of: bar),
            rest: height(of: bar.upperBound..<slice.rows.upperBound)
                + Double(marks) * continuedHeight,
            scale: paper.scale, endsAtBottom: endsAtBottom)
    }

    /// Returns nil for pages that are not canvases.
    package func ground(of number: Int) -> CanvasGround? {
        guard let look = paper.look, let place = place(ofColumn: number) else { return nil }
        return CanvasGround(
            transcript: transcript, look: look, place: place, size: paper.size,
            hasBar: !barRows(of: slices[number]).isEmpty)
    }
}
