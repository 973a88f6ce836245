import CPixels

/// Reduces a surface to half its size. Each pixel is the rounded mean of four, per channel.
enum BoxReduction {
    /// - Parameter target: a surface with half the width and height of `source`.
    static func halve(_ source: borrowing ImageSurface, into target: inout ImageSurface) {
        let width = target.width
        let height = target.height
        let targetStride = target.stride / 4
        let sourceStride = source.stride / 4
        precondition(source.width == 2 * width && source.height == 2 * height)
        source.withPixels { pixels in
            target.withMutablePixels { reduced in
                unsafe pixels.withUnsafeBufferPointer { pixels in
                    unsafe reduced.withUnsafeMutableBufferPointer { reduced in
                        guard let source = pixels.baseAddress, let target = reduced.baseAddress
                        else { return }
                        for y in 0..<height {
                            let upper = unsafe source + 2 * y * sourceStride
                            unsafe pixels_halve(
                                upper, upper + sourceStride, width, target + y * targetStride)
                        }
                    }
                }
            }
        }
    }
}
