/// The mapping of each drawn pixel on one axis to weighted pixels of a picture.
///
/// Weights are 256ths with a sum of exactly 256, so that a flat color stays unchanged. If a zone is
/// not scaled, every weight is 256 and the picture's own pixels are copied.
struct AxisMap {
    struct Tap: Equatable {
        /// The first pixel of the picture.
        let first: Int
        /// The weights, as a range in `shares`.
        let shares: Range<Int>
    }

    /// A range of the picture and the range of the drawing where it is shown.
    struct Zone {
        let from: Range<Double>
        let to: Range<Int>
    }

    private(set) var taps: [Tap] = []
    private(set) var shares: [UInt32] = []

    /// - Parameters:
    ///   - zones: in order, without gaps in the drawing.
    ///   - limit: the number of pixels of the picture.
    ///   - visible: the needed part of the drawing; everything outside costs nothing.
    init(_ zones: [Zone], limit: Int, visible: Range<Int>) {
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

    /// Reduces: every pixel is weighted by its overlap with `start` to `end`.
    private mutating func average(_ start: Double, _ end: Double, _ limit: Int) {
        let low = min(max(Int(start), 0), limit - 1)
        let high = min(max(Int(end.rounded(.up)), low + 1), limit)
        let begin = shares.count
        var given: UInt32 = 0
        for pixel in low..<high {
            // Rounding the running total instead of each weight makes the sum 256.
            let part = (min(Double(pixel + 1), end) - start) / (end - start)
            let total = pixel == high - 1 ? 256 : UInt32(max(0, (part * 256).rounded()))
            shares.append(total - min(total, given))
            given = max(given, total)
        }
        taps.append(Tap(first: low, shares: begin..<shares.count))
    }

    /// Copies or enlarges: interpolates between the two pixels around a position, within the zone.
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

/// Adjacent drawn pixels that are computed in the same way, so that a row takes few memory
/// operations.
enum AxisSpan {
    /// Unchanged pixels of the picture.
    case copy(from: Int, count: Int)
    /// One repeated pixel of the picture.
    case fill(from: Int, count: Int)
    /// Pixels that each have their own tap.
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
