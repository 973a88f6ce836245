import Graphics

/// The difference between two pictures of the same size.
struct PixelDifference {
    /// The greatest difference in any channel, in steps of 255.
    private(set) var greatest = 0
    /// The share of pixels that differ by more than one step, which rounding explains.
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
