import CCairo
import Scene

extension Canvas {
    /// Passes an array of premultiplied `0xAARRGGBB` words, row by row, to a closure as an image,
    /// without copying.
    ///
    /// The image is finished afterwards, so that cairo cannot read the words any more.
    func withImage(
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

    func withImage(
        _ bitmap: Bitmap, _ body: (borrowing ImageSurface) -> Void
    ) throws(CairoFailure) {
        try withImage(
            bitmap.pixels, width: bitmap.width, height: bitmap.height, isOpaque: bitmap.isOpaque,
            body)
    }

    /// Draws the source through a mask of the coverage of each pixel, 0 to 255, row by row.
    func mask(
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

    /// Passes the words of the target image to a closure for direct changes, ignoring the clip. The
    /// closure is not called if the target is not an image.
    @unsafe
    func withTarget(
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
