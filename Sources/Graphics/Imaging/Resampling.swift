import Scene

/// Scales a bitmap row by row in exact integer arithmetic, so that a stripe's rows do not depend on
/// where the stripe begins.
package struct Resampling {
    private let columns: AxisMap
    private let rows: AxisMap
    private let tint: Color?

    init(columns: AxisMap, rows: AxisMap, tint: Color?) {
        self.columns = columns
        self.rows = rows
        self.tint = tint
    }

    var width: Int { columns.taps.count }
    var height: Int { rows.taps.count }

    package func draw(_ bitmap: Bitmap) -> Bitmap {
        let spans = columns.spans
        var blended = [UInt32](repeating: 0, count: bitmap.width)
        let width = width
        let count = width * height
        let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { pixels, made in
            var last: AxisMap.Tap?
            for tap in rows.taps {
                let row = unsafe UnsafeMutableBufferPointer(rebasing: pixels[made..<made + width])
                if let last, isSame(last, tap) {
                    // The stretched middle of a slice repeats one row.
                    _ = unsafe row.update(fromContentsOf: pixels[made - width..<made])
                } else {
                    last = tap
                    blendRows(of: bitmap, tap, into: &blended)
                    if let tint { Resampling.tint(&blended, tint) }
                    unsafe writeRow(from: blended, spans, to: row)
                }
                made += width
            }
        }
        let isOpaque = bitmap.isOpaque && (tint.map { $0.alpha == 255 } ?? true)
        return Bitmap(size: PixelSize(width, height), pixels: pixels, isOpaque: isOpaque)
    }

    private func isSame(_ one: AxisMap.Tap, _ other: AxisMap.Tap) -> Bool {
        one.first == other.first && rows.shares[one.shares] == rows.shares[other.shares]
    }

    private func blendRows(of bitmap: Bitmap, _ tap: AxisMap.Tap, into row: inout [UInt32]) {
        let width = bitmap.width
        let start = tap.first * width
        if tap.shares.count == 1 {
            row.replaceSubrange(0..<width, with: bitmap.pixels[start..<(start + width)])
            return
        }
        for x in 0..<width {
            var sum = Channels()
            var place = start + x
            for share in tap.shares {
                sum.add(bitmap.pixels[place], rows.shares[share])
                place += width
            }
            row[x] = sum.word
        }
    }

    /// Writes a row. The target has exactly the size that the spans describe.
    private func writeRow(
        from row: [UInt32], _ spans: [AxisSpan], to target: UnsafeMutableBufferPointer<UInt32>
    ) {
        var x = 0
        for span in spans {
            switch span {
            case .copy(let first, let count):
                _ = unsafe target[x..<x + count].update(
                    fromContentsOf: row[first..<first + count])
                x += count
            case .fill(let first, let count):
                unsafe target[x..<x + count].update(repeating: row[first])
                x += count
            case .blend(let places):
                for tap in columns.taps[places] {
                    var sum = Channels()
                    var place = tap.first
                    for share in tap.shares {
                        sum.add(row[place], columns.shares[share])
                        place += 1
                    }
                    unsafe target[x] = sum.word
                    x += 1
                }
            }
        }
    }

    private static func tint(_ row: inout [UInt32], _ tint: Color) {
        for place in row.indices { row[place] = tinted(alpha: row[place] >> 24, tint) }
    }

    /// The premultiplied tint, with the product of its own and the picture's alpha.
    private static func tinted(alpha: UInt32, _ tint: Color) -> UInt32 {
        let alpha = divided(alpha * UInt32(tint.alpha))
        let red = divided(UInt32(tint.red) * alpha)
        let green = divided(UInt32(tint.green) * alpha)
        let blue = divided(UInt32(tint.blue) * alpha)
        return alpha << 24 | red << 16 | green << 8 | blue
    }

    /// Rounded division by 255, exact for products of two bytes.
    private static func divided(_ product: UInt32) -> UInt32 {
        let sum = product + 128
        return (sum + sum >> 8) >> 8
    }
}

/// Four channels summed in two words. Weights with a sum of 256 never carry into a neighbor.
private struct Channels {
    private var redBlue: UInt32 = 0x0080_0080
    private var alphaGreen: UInt32 = 0x0080_0080

    mutating func add(_ word: UInt32, _ share: UInt32) {
        redBlue &+= (word & 0x00FF_00FF) &* share
        alphaGreen &+= (word >> 8 & 0x00FF_00FF) &* share
    }

    var word: UInt32 { redBlue >> 8 & 0x00FF_00FF | alphaGreen & 0xFF00_FF00 }
}

/// The mapping of each drawn pixel on one axis to weighted pixels of a picture.
///
/// Weights are 256ths with a sum of exactly 256, so that a flat color stays unchanged. If a zone is
/// not scaled, every weight is 256 and the picture's own pixels are copied.
struct AxisMap {
    struct Tap: Equatable {
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
                    average(from: start, to: start + step, limit: limit)
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
    private mutating func average(from start: Double, to end: Double, limit: Int) {
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

/// Adjacent drawn pixels computed alike, so that a row takes few memory operations.
enum AxisSpan {
    case copy(from: Int, count: Int)
    case fill(from: Int, count: Int)
    /// Pixels that each have their own tap.
    case blend(Range<Int>)
}
