/// For each pixel of one axis of a drawing, the pixels of a picture that make it up.
///
/// Shares are 256ths and add up to 256 exactly, so that a flat colour stays that colour. Where a
/// zone is as long as what it shows, every share is 256: the picture's own pixels, untouched.
package struct AxisMap {
    struct Tap: Equatable {
        /// The first pixel of the picture.
        let first: Int
        /// Its shares, from here on in `shares`.
        let shares: Range<Int>
    }

    /// A stretch of the picture shown on a stretch of the drawing.
    package struct Zone {
        let from: Range<Double>
        let to: Range<Int>

        package init(from: Range<Double>, to: Range<Int>) {
            self.from = from
            self.to = to
        }
    }

    private(set) var taps: [Tap] = []
    private(set) var shares: [UInt32] = []

    /// - Parameters:
    ///   - zones: in order, without gaps on the drawing's side.
    ///   - limit: how many pixels the picture has.
    ///   - visible: the part of the drawing that is wanted; everything outside costs nothing.
    package init(_ zones: [Zone], limit: Int, visible: Range<Int>) {
        for zone in zones where !zone.to.isEmpty {
            let wanted = zone.to.clamped(to: visible)
            let step = (zone.from.upperBound - zone.from.lowerBound) / Double(zone.to.count)
            for place in wanted {
                let start = zone.from.lowerBound + Double(place - zone.to.lowerBound) * step
                if step > 1 {
                    average(start, start + step, limit)
                } else {
                    blend(start + step / 2 - 0.5, within: zone.from, limit)
                }
            }
        }
    }

    /// The mirror image of a map whose whole length is visible.
    func mirrored() -> AxisMap {
        var copy = self
        copy.taps.reverse()
        return copy
    }

    /// Makes smaller: every pixel counts as far as it lies between `start` and `end`.
    private mutating func average(_ start: Double, _ end: Double, _ limit: Int) {
        let low = min(max(Int(start), 0), limit - 1)
        let high = min(max(Int(end.rounded(.up)), low + 1), limit)
        let begin = shares.count
        var given: UInt32 = 0
        for pixel in low..<high {
            // Rounding the running total, not each share, is what makes the sum 256.
            let part = (min(Double(pixel + 1), end) - start) / (end - start)
            let total = pixel == high - 1 ? 256 : UInt32(max(0, (part * 256).rounded()))
            shares.append(total - min(total, given))
            given = max(given, total)
        }
        taps.append(Tap(first: low, shares: begin..<shares.count))
    }

    /// Keeps or makes larger: the two neighbours of a place between pixels, none outside the zone.
    private mutating func blend(_ place: Double, within zone: Range<Double>, _ limit: Int) {
        let first = min(max(zone.lowerBound.rounded(.down), 0), Double(limit - 1))
        let last = min(max(zone.upperBound.rounded(.up) - 1, first), Double(limit - 1))
        let inside = min(max(place, first), last)
        let low = Int(inside)
        let share = UInt32(((inside - Double(low)) * 256).rounded())
        let begin = shares.count
        if share == 256 {
            shares.append(256)
            taps.append(Tap(first: low + 1, shares: begin..<shares.count))
        } else {
            shares.append(256 - share)
            if share > 0 { shares.append(share) }
            taps.append(Tap(first: low, shares: begin..<shares.count))
        }
    }
}

/// Neighbouring pixels of a drawing that are made in one way, so that a row is a few moves of
/// memory.
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
