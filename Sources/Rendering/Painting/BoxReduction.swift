import Cairo

/// Makes a surface half as large: each pixel the mean of four, rounded, in every channel.
enum BoxReduction {
    /// `target` is half as wide and half as high as `source`.
    static func halve(_ source: borrowing ImageSurface, into target: inout ImageSurface) {
        let width = target.width
        let height = target.height
        let targetStride = target.stride / 4
        let sourceStride = source.stride / 4
        precondition(source.width == 2 * width && source.height == 2 * height)
        source.withPixels { pixels in
            target.withMutablePixels { reduced in
                unsafe pixels.withUnsafeBytes { pixels in
                    for y in 0..<height {
                        let upper = 8 * y * sourceStride
                        let row = y * targetStride
                        for x in 0..<width {
                            let place = upper + 8 * x
                            reduced[row + x] = unsafe mean(
                                pixels.loadUnaligned(fromByteOffset: place, as: UInt64.self),
                                pixels.loadUnaligned(
                                    fromByteOffset: place + 4 * sourceStride, as: UInt64.self))
                        }
                    }
                }
            }
        }
    }

    /// Of two pixels above and two below, each channel with eight bits of room above it.
    private static func mean(_ upper: UInt64, _ lower: UInt64) -> UInt32 {
        let low: UInt64 = 0x00FF_00FF_00FF_00FF
        let redBlue = (upper & low) &+ (lower & low)
        let alphaGreen = (upper >> 8 & low) &+ (lower >> 8 & low)
        let first = UInt32(truncatingIfNeeded: redBlue &+ redBlue >> 32) &+ 0x0002_0002
        let second = UInt32(truncatingIfNeeded: alphaGreen &+ alphaGreen >> 32) &+ 0x0002_0002
        return first >> 2 & 0x00FF_00FF | (second << 6) & 0xFF00_FF00
    }
}
