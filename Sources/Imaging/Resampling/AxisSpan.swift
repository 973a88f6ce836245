/// Neighbouring pixels of a drawing that are made in one way, so that a row is a few moves of memory.
enum AxisSpan {
    /// As many pixels of the picture as they are, from here on.
    case copy(from: Int, count: Int)
    /// One pixel of the picture again and again.
    case fill(from: Int, count: Int)
    /// Each by its own tap.
    case blend(Range<Int>)
}

extension AxisMap {
    /// The map's taps, in order, as spans.
    var spans: [AxisSpan] {
        var spans: [AxisSpan] = []
        var place = 0
        while place < taps.count {
            let start = place
            let first = taps[start].first
            guard taps[start].shares.count == 1 else {
                while place < taps.count, taps[place].shares.count > 1 { place += 1 }
                spans.append(.blend(start..<place))
                continue
            }
            while place < taps.count, taps[place].shares.count == 1,
                taps[place].first == first + place - start
            {
                place += 1
            }
            if place - start > 1 {
                spans.append(.copy(from: first, count: place - start))
                continue
            }
            while place < taps.count, taps[place].shares.count == 1, taps[place].first == first {
                place += 1
            }
            spans.append(.fill(from: first, count: place - start))
        }
        return spans
    }
}
