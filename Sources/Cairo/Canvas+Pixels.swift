import CCairo
import Scene

extension Canvas {
    /// Lends a row-after-row array of premultiplied `0xAARRGGBB` words as a picture, without
    /// copying.
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

    /// Draws with the source as far as each of the surface's pixels is covered, 0 to 255, row after
    /// row.
    package func mask(
        _ coverage: [UInt8], columns: Range<Int>, rows: Range<Int>
    ) throws(CairoFailure) {
        let mask = try ImageSurface(
            width: columns.count, height: rows.count, covering: coverage)
        saved {
            useDevicePixels()
            unsafe cairo_mask_surface(
                context, mask.surface, Double(columns.lowerBound), Double(rows.lowerBound))
        }
    }

    /// Lends the words of the image that is drawn on, to be changed directly, whatever the clip.
    /// Not called where the target is no image.
    @unsafe
    package func withTarget(
        _ body: (_ words: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int, _ stride: Int)
            -> Void
    ) {
        guard let target = unsafe cairo_get_target(context) else { return }
        unsafe cairo_surface_flush(target)
        guard let bytes = unsafe cairo_image_surface_get_data(target) else { return }
        unsafe body(
            UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self),
            Int(cairo_image_surface_get_width(target)),
            Int(cairo_image_surface_get_height(target)),
            Int(cairo_image_surface_get_stride(target)) / 4)
        unsafe cairo_surface_mark_dirty(target)
    }
}
