import Basics
import Graphics

extension Bitmap {
    /// The picture as a PNG file.
    package func encodedAsPNG(scale: Double = 1) -> [UInt8] {
        let image = PNGImage(
            width: width, height: height, scale: scale, pixels: isOpaque ? .opaque : .transparent)
        var bytes: [UInt8] = []
        var assembler = PNGAssembler(image)
        var encoder = StripeEncoder()
        let stripe = encoder.encode(pixels.span, rows: height, stride: width, of: image)
        do throws(SinkFailure) {
            try assembler.begin(to: &bytes)
            try assembler.append(stripe, to: &bytes)
            try assembler.finish(to: &bytes)
        } catch {
            // Writing to an array cannot fail.
        }
        return bytes
    }
}
