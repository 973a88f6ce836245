import Imaging

/// How far two pictures of one size are from each other.
struct PixelDifference {
    /// In the channel that differs most, in steps of 255.
    private(set) var greatest = 0
    /// How many pixels differ by more than rounding, by one step.
    let shareApart: Double

    init(_ left: Bitmap, _ right: Bitmap) {
        var apart = 0
        for (a, b) in zip(left.pixels, right.pixels) where a != b {
            var most = 0
            for shift in [0, 8, 16] as [UInt32] {
                most = max(most, abs(Int(a >> shift & 0xFF) - Int(b >> shift & 0xFF)))
            }
            greatest = max(greatest, most)
            if most > 1 { apart += 1 }
        }
        shareApart = Double(apart) / Double(max(left.pixels.count, 1))
    }
}
