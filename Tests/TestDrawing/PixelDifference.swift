/// Both pictures have the same size.
package struct PixelDifference {
    /// The greatest difference in any channel, in steps of 255.
    package private(set) var greatest = 0
    /// The share of pixels that differ by more than one step, which rounding explains.
    package let shareApart: Double
    /// The mean difference of a channel.
    package let mean: Double

    package init(_ left: [UInt32], _ right: [UInt32]) {
        var (apart, sum) = (0, 0)
        for (a, b) in zip(left, right) where a != b {
            var most = 0
            for shift in [0, 8, 16] as [UInt32] {
                let difference = abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
                most = max(most, difference)
                sum += difference
            }
            greatest = max(greatest, most)
            if most > 1 { apart += 1 }
        }
        let count = Double(max(left.count, 1))
        shareApart = Double(apart) / count
        mean = Double(sum) / (3 * count)
    }

    /// The mean structural similarity (SSIM) of luma, over squares of eight pixels.
    package static func similarity(_ one: Pixels, _ other: Pixels) -> Double {
        func luma(_ word: UInt32) -> Double {
            0.2126 * Double(word >> 16 & 255) + 0.7152 * Double(word >> 8 & 255)
                + 0.0722 * Double(word & 255)
        }
        var (sum, squares) = (0.0, 0.0)
        for y in stride(from: 0, to: other.height - 7, by: 8) {
            for x in stride(from: 0, to: other.width - 7, by: 8) {
                var (a, b, aa, bb, ab) = (0.0, 0.0, 0.0, 0.0, 0.0)
                for row in y..<(y + 8) {
                    for column in x..<(x + 8) {
                        let left = luma(one[column, row])
                        let right = luma(other[column, row])
                        a += left
                        b += right
                        aa += left * left
                        bb += right * right
                        ab += left * right
                    }
                }
                (a, b, aa, bb, ab) = (a / 64, b / 64, aa / 64, bb / 64, ab / 64)
                let (mean, spread) = (6.5025, 58.5225)
                let numerator = (2 * a * b + mean) * (2 * (ab - a * b) + spread)
                let (left, right) = (a * a + b * b + mean, aa - a * a + bb - b * b + spread)
                sum += numerator / (left * right)
                squares += 1
            }
        }
        return sum / squares
    }
}
