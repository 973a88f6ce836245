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
    static func tinted(alpha: UInt32, _ tint: Color) -> UInt32 {
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
