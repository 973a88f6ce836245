import CCairo

/// Pixels in memory that cairo draws on: premultiplied 32-bit words `0xAARRGGBB`.
///
/// A surface has one owner, which lends it to others for the duration of a closure.
@safe
package struct ImageSurface: ~Copyable {
    package enum Format: Sendable, Hashable {
        /// All pixels are opaque; the highest byte is undefined.
        case opaque
        case transparent
        /// Pixels have only coverage, one byte each.
        case mask

        fileprivate var cairo: cairo_format_t {
            switch self {
            case .opaque: CAIRO_FORMAT_RGB24
            case .transparent: CAIRO_FORMAT_ARGB32
            case .mask: CAIRO_FORMAT_A8
            }
        }
    }

    /// The maximum number of pixels on a side, the limit of cairo's fixed-point coordinates.
    static let maxPixels = 32_767

    package let width: Int
    package let height: Int
    let format: Format
    /// The distance between two rows in bytes.
    package let stride: Int
    let surface: OpaquePointer
    /// The surface that has the pixels, if this one is the upper part of it.
    private var whole: OpaquePointer? = nil

    package init(width: Int, height: Int, format: Format) throws(CairoFailure) {
        try ImageSurface.check(width, height)
        let made = unsafe cairo_image_surface_create(format.cairo, Int32(width), Int32(height))
        try unsafe self.init(made, format)
    }

    private init(_ made: OpaquePointer?, _ format: Format) throws(CairoFailure) {
        let surface = try unsafe ImageSurface.usable(made)
        unsafe self.surface = surface
        self.format = format
        width = unsafe Int(cairo_image_surface_get_width(surface))
        height = unsafe Int(cairo_image_surface_get_height(surface))
        stride = unsafe Int(cairo_image_surface_get_stride(surface))
    }

    /// Returns the upper rows as a surface. Unlike a new one, it is not cleared.
    consuming func upper(_ rows: Int) throws(CairoFailure) -> ImageSurface {
        let bytes = unsafe cairo_image_surface_get_data(surface)
        let made = unsafe cairo_image_surface_create_for_data(
            bytes, format.cairo, Int32(width), Int32(rows), Int32(stride))
        var upper = try unsafe ImageSurface(made, format)
        unsafe upper.whole = cairo_surface_reference(whole ?? surface)
        return upper
    }

    /// Returns the surface of which this is the upper part, or this one.
    consuming func entire() throws(CairoFailure) -> ImageSurface {
        guard let whole = unsafe whole else { return self }
        return try unsafe ImageSurface(cairo_surface_reference(whole), format)
    }

    /// Creates a `mask` from these bytes, row by row without padding.
    init(width: Int, height: Int, covering coverage: [UInt8]) throws(CairoFailure) {
        precondition(coverage.count == width * height, "a mask's bytes must match its size")
        let made = try ImageSurface(width: width, height: height, format: .mask)
        unsafe cairo_surface_flush(made.surface)
        if let bytes = unsafe cairo_image_surface_get_data(made.surface) {
            for row in 0..<height {
                let line = coverage[row * width..<(row + 1) * width]
                for (place, byte) in line.enumerated() {
                    unsafe bytes[row * made.stride + place] = byte
                }
            }
        }
        unsafe cairo_surface_mark_dirty(made.surface)
        self = made
    }

    /// Reads foreign memory, which must stay in place until `finish()`.
    init(
        reading bytes: UnsafeRawBufferPointer, width: Int, height: Int, isOpaque: Bool
    ) throws(CairoFailure) {
        try ImageSurface.check(width, height)
        let format = isOpaque ? Format.opaque : .transparent
        let stride = width * 4
        // Cairo requires a mutable pointer because surfaces can be drawn on; this one never is.
        let words = unsafe UnsafeMutablePointer(
            mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        let made = unsafe cairo_image_surface_create_for_data(
            words, format.cairo, Int32(width), Int32(height), Int32(stride))
        try unsafe self.init(made, format)
    }

    deinit {
        unsafe cairo_surface_destroy(surface)
        if let whole = unsafe whole { unsafe cairo_surface_destroy(whole) }
    }

    /// Attaches the original JPEG, which documents embed instead of the pixels.
    func attach(jpeg: [UInt8]) {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: jpeg.count)
        _ = unsafe copy.initialize(from: jpeg)
        let release: cairo_destroy_func_t = { unsafe $0?.deallocate() }
        let status = unsafe cairo_surface_set_mime_data(
            surface, CAIRO_MIME_TYPE_JPEG, copy.baseAddress, UInt(copy.count), release,
            copy.baseAddress)
        // If this fails, documents use the pixels.
        if status != CAIRO_STATUS_SUCCESS { unsafe copy.deallocate() }
    }

    /// Detaches cairo from the pixels, even if something still holds the surface.
    func finish() { unsafe cairo_surface_finish(surface) }

    /// Passes a canvas to a closure that draws on this surface in pixels. Throws any drawing error.
    package func draw<Result>(
        _ body: (borrowing Canvas) throws(CairoFailure) -> Result
    ) throws(CairoFailure) -> Result {
        let canvas = try unsafe Canvas(drawingOn: surface)
        let result = try body(canvas)
        try canvas.check()
        return result
    }

    /// Only for `opaque` and `transparent`; rows of `stride / 4` words each.
    package func withPixels<Result, Failure: Error>(
        _ body: (Span<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe cairo_surface_flush(surface)
        let words = unsafe UnsafeBufferPointer(start: self.words, count: wordCount)
        return try body(unsafe Span(_unsafeElements: words))
    }

    /// Does the same as `withPixels` for writing, and notifies cairo of the change.
    package mutating func withMutablePixels<Result, Failure: Error>(
        _ body: (inout MutableSpan<UInt32>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe cairo_surface_flush(surface)
        defer { unsafe cairo_surface_mark_dirty(surface) }
        let words = unsafe UnsafeMutableBufferPointer(start: self.words, count: wordCount)
        var span = unsafe MutableSpan(_unsafeElements: words)
        return try body(&span)
    }

    /// The bytes of a `mask`, row by row without padding.
    func coverage() -> [UInt8] {
        precondition(format == .mask)
        unsafe cairo_surface_flush(surface)
        guard let bytes = unsafe cairo_image_surface_get_data(surface) else { return [] }
        var coverage: [UInt8] = []
        coverage.reserveCapacity(width * height)
        for row in 0..<height {
            let start = unsafe bytes + row * stride
            unsafe coverage.append(contentsOf: UnsafeBufferPointer(start: start, count: width))
        }
        return coverage
    }

    private static func check(_ width: Int, _ height: Int) throws(CairoFailure) {
        guard (1...maxPixels).contains(width), (1...maxPixels).contains(height) else {
            throw .unusableSize(width: width, height: height)
        }
    }

    /// Throws if cairo returned a surface that only holds an error.
    private static func usable(_ made: OpaquePointer?) throws(CairoFailure) -> OpaquePointer {
        guard let surface = unsafe made else { throw .outOfMemory }
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else {
            unsafe cairo_surface_destroy(surface)
            throw CairoFailure(status)
        }
        return unsafe surface
    }

    /// Rows are padded to whole words in every format, so that all can be accessed as words.
    private var wordCount: Int { stride / 4 * height }

    private var words: UnsafeMutablePointer<UInt32>? {
        guard let bytes = unsafe cairo_image_surface_get_data(surface) else { return nil }
        return unsafe UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
    }
}

package enum CairoFailure: Error, Hashable {
    case outOfMemory
    /// A surface must have at least one pixel and at most 32,767 on each axis.
    case unusableSize(width: Int, height: Int)
    case status(UInt32)

    init(_ status: cairo_status_t) {
        self = status == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .status(status.rawValue)
    }

    static func check(_ status: cairo_status_t) throws(CairoFailure) {
        if status != CAIRO_STATUS_SUCCESS { throw CairoFailure(status) }
    }
}
