import Imaging

/// How far two pictures of one size are from each other.
struct PixelDifference {
    /// Of all channels, in steps of 255.
    let mean: Double
    /// How many pixels are not merely a shade off.
    let shareApart: Double

    private static let shade = 48

    init(_ left: Bitmap, _ right: Bitmap) {
        var sum = 0
        var apart = 0
        for (a, b) in zip(left.pixels, right.pixels) where a != b {
            var most = 0
            for shift in [0, 8, 16] {
                let difference = abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF))
                sum += difference
                most = max(most, difference)
            }
            if most > PixelDifference.shade { apart += 1 }
        }
        let count = Double(max(left.pixels.count, 1))
        mean = Double(sum) / (3 * count)
        shareApart = Double(apart) / count
    }
}
