import CCairo
package import Scene

/// A PDF being written page by page, in points.
@safe
package struct PDFSurface: ~Copyable {
    let surface: OpaquePointer
    /// Lives at least as long as `surface`, which writes into it.
    private let output: ByteCollector

    package init(firstPage size: Size) throws(CairoFailure) {
        let output = ByteCollector()
        let made = unsafe cairo_pdf_surface_create_for_stream(
            { closure, bytes, count in
                guard let closure = unsafe closure else { return CAIRO_STATUS_WRITE_ERROR }
                let chunk = unsafe UnsafeBufferPointer(start: bytes, count: Int(count))
                unsafe Unmanaged<ByteCollector>.fromOpaque(closure).takeUnretainedValue()
                    .append(chunk)
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(output).toOpaque(), size.width, size.height)
        guard let surface = unsafe made else { throw .outOfMemory }
        let status = unsafe cairo_surface_status(surface)
        guard status == CAIRO_STATUS_SUCCESS else {
            unsafe cairo_surface_destroy(surface)
            throw CairoFailure(status)
        }
        unsafe self.surface = surface
        self.output = output
    }

    deinit {
        // Finishing writes the last bytes, so it must come before the collector is let go.
        unsafe cairo_surface_finish(surface)
        unsafe cairo_surface_destroy(surface)
    }

    /// Lends a canvas in points that draws on the present page.
    package func draw<Result>(
        _ body: (borrowing Canvas) throws(CairoFailure) -> Result
    ) throws(CairoFailure) -> Result {
        let canvas = try unsafe Canvas(drawingOn: surface)
        let result = try body(canvas)
        try canvas.check()
        return result
    }

    /// Ends the present page; the next thing drawn begins another.
    package func endPage() { unsafe cairo_surface_show_page(surface) }

    /// Sets the size of a page on which nothing was drawn yet.
    package func setPageSize(_ size: Size) {
        unsafe cairo_pdf_surface_set_size(surface, size.width, size.height)
    }

    /// Gives out the `cairo_surface_t` itself, for what only PDF has: metadata, outlines, labels.
    @unsafe
    package func withSurface<Result, Failure: Error>(
        _ body: (OpaquePointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(surface)
    }

    /// What was written since the last call, so that a long document need not stay in memory.
    package func takeBytes() -> [UInt8] { output.take() }

    /// Writes what remains and gives it back with all that was not taken before.
    package consuming func finish() throws(CairoFailure) -> [UInt8] {
        unsafe cairo_surface_finish(surface)
        try CairoFailure.check(unsafe cairo_surface_status(surface))
        return output.take()
    }
}

/// Gathers what cairo writes.
private final class ByteCollector {
    private var bytes: [UInt8] = []

    func append(_ chunk: UnsafeBufferPointer<UInt8>) { unsafe bytes.append(contentsOf: chunk) }

    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
