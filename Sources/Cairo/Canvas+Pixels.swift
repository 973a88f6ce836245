import CCairo
import Scene

extension Canvas {
    /// Lends a row-after-row array of premultiplied `0xAARRGGBB` words as a picture, without copying.
    ///
    /// Afterwards the picture is finished, so that nothing in cairo can read the words again.
    package func withImage(
        _ pixels: [UInt32], width: Int, height: Int, isOpaque: Bool,
        _ body: (borrowing ImageSurface) -> Void
    ) throws(CairoFailure) {
        precondition(pixels.count >= width * height, "a picture's words must cover its size")
        var failure: CairoFailure?
        unsafe pixels.withUnsafeBytes { bytes in
            do throws(CairoFailure) {
                let image = try unsafe ImageSurface(
                    reading: bytes, width: width, height: height, isOpaque: isOpaque)
                body(image)
                setSource(.clear)
                image.finish()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
