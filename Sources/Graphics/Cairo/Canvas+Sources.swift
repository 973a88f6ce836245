import CCairo
package import Scene

extension Canvas {
    package enum Sampling: Sendable, Hashable {
        /// The nearest pixel, for pictures drawn at their own size.
        case nearest
        /// Averages when reducing, interpolates when enlarging.
        case smooth
    }

    /// The color outside a picture.
    package enum Extent: Sendable, Hashable {
        case nothing
        /// The outermost pixels, so that edges do not fade when scaled.
        case edge
        /// The repeated picture.
        case tiles
    }

    /// The way in which drawing is combined with the drawing below.
    enum Blending: Sendable, Hashable {
        case over
        /// Replaces it, including transparency.
        case replace
    }

    func setBlending(_ blending: Blending) {
        let value =
            switch blending {
            case .over: CAIRO_OPERATOR_OVER
            case .replace: CAIRO_OPERATOR_SOURCE
            }
        unsafe cairo_set_operator(context, value)
    }

    package func setSource(_ color: Color) {
        let red = Double(color.red) / 255
        let green = Double(color.green) / 255
        let blue = Double(color.blue) / 255
        if color.alpha == 255 {
            unsafe cairo_set_source_rgb(context, red, green, blue)
        } else {
            unsafe cairo_set_source_rgba(context, red, green, blue, Double(color.alpha) / 255)
        }
    }

    func setSource(_ gradient: LinearGradient) {
        let start = gradient.start
        let end = gradient.end
        let made = unsafe cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
        guard let pattern = unsafe made else { return }
        defer { unsafe cairo_pattern_destroy(pattern) }
        for stop in gradient.stops {
            let color = stop.color
            unsafe cairo_pattern_add_color_stop_rgba(
                pattern, stop.offset, Double(color.red) / 255, Double(color.green) / 255,
                Double(color.blue) / 255, Double(color.alpha) / 255)
        }
        unsafe cairo_set_source(context, pattern)
    }

    /// Uses a picture as the source, scaled to `frame`, which must not be empty.
    package func setSource(
        _ image: borrowing ImageSurface, in frame: Rect, sampling: Sampling = .smooth,
        extent: Extent = .nothing
    ) {
        unsafe withPattern(image, frame, sampling, extent) { pattern in
            unsafe cairo_set_source(context, pattern)
        }
    }

    /// Fills the clip with the source through a picture's alpha as a mask.
    func mask(
        _ image: borrowing ImageSurface, in frame: Rect, extent: Extent = .nothing
    ) {
        unsafe withPattern(image, frame, .smooth, extent) { pattern in
            unsafe cairo_mask(context, pattern)
        }
    }

    private func withPattern(
        _ image: borrowing ImageSurface, _ frame: Rect, _ sampling: Sampling, _ extent: Extent,
        _ body: (OpaquePointer) -> Void
    ) {
        guard let pattern = unsafe cairo_pattern_create_for_surface(image.surface) else { return }
        defer { unsafe cairo_pattern_destroy(pattern) }
        // A pattern's matrix maps drawing coordinates to the picture's pixels.
        let x = Double(image.width) / frame.width
        let y = Double(image.height) / frame.height
        var matrix = cairo_matrix_t(
            xx: x, yx: 0, xy: 0, yy: y, x0: -frame.minX * x, y0: -frame.minY * y)
        unsafe cairo_pattern_set_matrix(pattern, &matrix)
        unsafe cairo_pattern_set_filter(pattern, sampling.cairo)
        unsafe cairo_pattern_set_extend(pattern, extent.cairo)
        unsafe body(pattern)
    }
}

extension Canvas.Sampling {
    fileprivate var cairo: cairo_filter_t {
        switch self {
        case .nearest: CAIRO_FILTER_NEAREST
        case .smooth: CAIRO_FILTER_GOOD
        }
    }
}

extension Canvas.Extent {
    fileprivate var cairo: cairo_extend_t {
        switch self {
        case .nothing: CAIRO_EXTEND_NONE
        case .edge: CAIRO_EXTEND_PAD
        case .tiles: CAIRO_EXTEND_REPEAT
        }
    }
}
