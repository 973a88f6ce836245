import CCairo
package import Scene

/// A drawing context on a surface. It is only ever borrowed, so that it cannot outlive the surface.
@safe
package struct Canvas: ~Copyable {
    let context: OpaquePointer

    init(drawingOn surface: OpaquePointer) throws(CairoFailure) {
        guard let context = unsafe cairo_create(surface) else { throw .outOfMemory }
        let status = unsafe cairo_status(context)
        guard status == CAIRO_STATUS_SUCCESS else {
            unsafe cairo_destroy(context)
            throw CairoFailure(status)
        }
        unsafe self.context = context
    }

    deinit { unsafe cairo_destroy(context) }

    /// Throws the first error; after one, cairo ignores all drawing.
    func check() throws(CairoFailure) {
        try CairoFailure.check(unsafe cairo_status(context))
    }

    /// Runs a closure and then restores the source, transformation, clip and line style.
    func saved<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe cairo_save(context)
        defer { unsafe cairo_restore(context) }
        return try body()
    }

    func group<Failure: Error>(
        opacity: Double, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        unsafe cairo_push_group(context)
        defer {
            unsafe cairo_pop_group_to_source(context)
            unsafe cairo_paint_with_alpha(context, opacity)
        }
        try body()
    }

    func translate(_ dx: Double, _ dy: Double) { unsafe cairo_translate(context, dx, dy) }

    /// The angle is in degrees, counterclockwise.
    func turn(by degrees: Double, around center: Point) {
        translate(center.x, center.y)
        unsafe cairo_rotate(context, -degrees * .pi / 180)
        translate(-center.x, -center.y)
    }

    func scale(_ x: Double, _ y: Double) { unsafe cairo_scale(context, x, y) }

    /// Makes the surface's pixels the units, whatever the current transformation is.
    func useDevicePixels() { unsafe cairo_identity_matrix(context) }

    func add(_ path: Path) {
        for element in path.elements {
            switch element {
            case .move(let point): unsafe cairo_move_to(context, point.x, point.y)
            case .line(let point): unsafe cairo_line_to(context, point.x, point.y)
            case .curve(let first, let second, let end):
                unsafe cairo_curve_to(
                    context, first.x, first.y, second.x, second.y, end.x, end.y)
            case .close: unsafe cairo_close_path(context)
            }
        }
    }

    package func add(_ rect: Rect) {
        unsafe cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    }

    /// Fills the current path with the source and clears the path.
    package func fill() { unsafe cairo_fill(context) }

    /// Draws along the current path in the stroke's color and clears the path.
    func stroke(_ stroke: Stroke) {
        setSource(stroke.color)
        unsafe cairo_set_line_width(context, stroke.width)
        let dashes = stroke.dashes
        unsafe cairo_set_dash(context, dashes, Int32(truncatingIfNeeded: dashes.count), 0)
        let cap = stroke.roundEnds ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT
        let join = stroke.roundEnds ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER
        unsafe cairo_set_line_cap(context, cap)
        unsafe cairo_set_line_join(context, join)
        unsafe cairo_stroke(context)
    }

    /// Restricts all further drawing to the inside of the current path, and clears the path.
    func clip() { unsafe cairo_clip(context) }

    /// Fills the clip with the source.
    package func paint() { unsafe cairo_paint(context) }

    func paint(opacity: Double) { unsafe cairo_paint_with_alpha(context, opacity) }

    package enum Sampling: Sendable, Hashable {
        /// The nearest pixel, for pictures drawn at their own size.
        case nearest
        /// Averages when reducing, interpolates when enlarging.
        case smooth

        fileprivate var cairo: cairo_filter_t {
            switch self {
            case .nearest: CAIRO_FILTER_NEAREST
            case .smooth: CAIRO_FILTER_GOOD
            }
        }
    }

    /// The color outside a picture.
    package enum Extent: Sendable, Hashable {
        case nothing
        /// The outermost pixels, so that edges do not fade when scaled.
        case edge
        case tiles

        fileprivate var cairo: cairo_extend_t {
            switch self {
            case .nothing: CAIRO_EXTEND_NONE
            case .edge: CAIRO_EXTEND_PAD
            case .tiles: CAIRO_EXTEND_REPEAT
            }
        }
    }

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
        unsafe withPattern(image, over: frame, sampling: sampling, extent: extent) { pattern in
            unsafe cairo_set_source(context, pattern)
        }
    }

    func mask(
        _ image: borrowing ImageSurface, in frame: Rect, extent: Extent = .nothing
    ) {
        unsafe withPattern(image, over: frame, sampling: .smooth, extent: extent) { pattern in
            unsafe cairo_mask(context, pattern)
        }
    }

    private func withPattern(
        _ image: borrowing ImageSurface, over frame: Rect, sampling: Sampling, extent: Extent,
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

    func setFont(_ font: TextFont, size: Double) {
        unsafe cairo_set_font_face(context, font.face)
        unsafe cairo_set_font_options(context, font.options)
        var matrix = cairo_matrix_t(
            xx: size, yx: 0, xy: -font.slant * size, yy: size, x0: 0, y0: 0)
        unsafe cairo_set_font_matrix(context, &matrix)
    }

    /// Draws a run's letters with the source, and passes their text to surfaces that store text.
    ///
    /// - Parameters:
    ///   - origin: the run's origin on the baseline.
    ///   - bytes: the whole text, of which the run is a part.
    func show(
        _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, saying bytes: [UInt8],
        at origin: Point
    ) {
        let placed = Canvas.placed(glyphs, at: origin)
        let said = bytes[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
        guard !said.isEmpty else {
            return unsafe cairo_show_glyphs(context, placed, Int32(placed.count))
        }
        let clusters = clusters(glyphs, of: run)
        let flags =
            run.isRightToLeft
            ? CAIRO_TEXT_CLUSTER_FLAG_BACKWARD : cairo_text_cluster_flags_t(rawValue: 0)
        unsafe said.withUnsafeBytes { said in
            unsafe cairo_show_text_glyphs(
                context, said.bindMemory(to: CChar.self).baseAddress, Int32(said.count), placed,
                Int32(placed.count), clusters, Int32(clusters.count), flags)
        }
    }

    func fillOutlines(_ glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point) {
        let placed = Canvas.placed(glyphs, at: origin)
        unsafe cairo_glyph_path(context, placed, Int32(placed.count))
        fill()
    }

    private static func placed(
        _ glyphs: ArraySlice<ShapedText.Glyph>, at origin: Point
    ) -> [cairo_glyph_t] {
        glyphs.map {
            cairo_glyph_t(
                index: UInt($0.id), x: origin.x + Double($0.x), y: origin.y + Double($0.y))
        }
    }
}

/// A font that cairo opens and draws itself, unhinted and at subpixel positions.
@safe
final class TextFont {
    /// FreeType's slant, which the other engine uses as well: twelve degrees, in 65,536ths. The
    /// half makes cairo's truncated fraction exact.
    private static let syntheticSlant = (Double(0x366A) + 0.5) / 65_536

    let face: OpaquePointer
    let options: OpaquePointer
    /// The distance by which the top of a letter one em high moves to the right, in ems.
    let slant: Double

    init(_ file: FontFile) throws(CairoFailure) {
        guard let pattern = unsafe FcPatternCreate() else { throw .outOfMemory }
        defer { unsafe FcPatternDestroy(pattern) }
        // With file and index the pattern is already resolved, so fontconfig is not queried.
        unsafe FcPatternAddString(pattern, FC_FILE, file.path)
        unsafe FcPatternAddInteger(pattern, FC_INDEX, Int32(truncatingIfNeeded: file.index))
        // Otherwise cairo only requests outlines from FreeType, which emoji lack.
        unsafe FcPatternAddBool(pattern, FC_EMBEDDED_BITMAP, file.hasColorBitmaps ? 1 : 0)
        // Fonts of one file whose patterns set the same options share a face, and with it cairo's
        // cached letters and the fonts of a PDF. Options that change letters must therefore be in
        // the pattern.
        unsafe FcPatternAddBool(pattern, FC_EMBOLDEN, file.isSyntheticBold ? 1 : 0)
        if !file.variations.isEmpty {
            unsafe FcPatternAddString(pattern, FC_FONT_VARIATIONS, file.variations)
        }
        guard let face = unsafe cairo_ft_font_face_create_for_pattern(pattern),
            let options = unsafe cairo_font_options_create()
        else { throw .outOfMemory }
        unsafe self.face = face
        unsafe self.options = options
        slant = file.isSyntheticItalic ? Self.syntheticSlant : 0
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        try CairoFailure.check(unsafe cairo_font_face_status(face))
    }

    deinit {
        unsafe cairo_font_face_destroy(face)
        unsafe cairo_font_options_destroy(options)
    }
}

/// In cairo's form: in text order, without gaps.
private func clusters(
    _ glyphs: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run
) -> [cairo_text_cluster_t] {
    let text = run.text
    // In visual order, the clusters of a right-to-left run are in descending order.
    let starts = run.isRightToLeft ? glyphs.reversed().map(\.cluster) : glyphs.map(\.cluster)
    let isOrdered =
        zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
        && starts.allSatisfy { text.contains($0) }
    guard isOrdered, !starts.isEmpty else {
        return [
            cairo_text_cluster_t(num_bytes: Int32(text.count), num_glyphs: Int32(glyphs.count))
        ]
    }
    var made: [cairo_text_cluster_t] = []
    var first = 0
    while first < starts.count {
        let end = starts[first...].firstIndex { $0 != starts[first] } ?? starts.count
        // Bytes without a glyph of their own belong to the previous cluster, or at the start to
        // the first one.
        let from = first == 0 ? text.lowerBound : starts[first]
        let to = end < starts.count ? starts[end] : text.upperBound
        made.append(cairo_text_cluster_t(num_bytes: to - from, num_glyphs: Int32(end - first)))
        first = end
    }
    return made
}
