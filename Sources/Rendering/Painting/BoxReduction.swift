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
                for y in 0..<height {
                    let upper = 2 * y * sourceStride
                    let row = y * targetStride
                    for x in 0..<width {
                        let place = upper + 2 * x
                        reduced[row + x] = mean(
                            pixels[place], pixels[place + 1], pixels[place + sourceStride],
                            pixels[place + sourceStride + 1])
                    }
                }
            }
        }
    }

    /// Two channels to a word, with two bits of room above each.
    private static func mean(
        _ first: UInt32, _ second: UInt32, _ third: UInt32, _ fourth: UInt32
    ) -> UInt32 {
        let low: UInt32 = 0x00FF_00FF
        let redBlue =
            (first & low) &+ (second & low) &+ (third & low) &+ (fourth & low) &+ 0x0002_0002
        let alphaGreen =
            (first >> 8 & low) &+ (second >> 8 & low) &+ (third >> 8 & low) &+ (fourth >> 8 & low)
            &+ 0x0002_0002
        return redBlue >> 2 & low | (alphaGreen >> 2 & low) << 8
    }
}
