import CCairo
package import Scene

/// A document that cairo writes: pages of a PDF, or one SVG drawing. What is ready is taken from it
/// piece by piece.
@safe
package final class DocumentSurface {
    package enum Kind: Sendable { case pdf, svg }

    private final class Output {
        var bytes: [UInt8] = []
    }

    private let surface: OpaquePointer
    private let output: Output
    private let kind: Kind

    /// - Parameter size: in points; a PDF's pages may each have another.
    package init(_ kind: Kind, size: Size) throws(CairoFailure) {
        let output = Output()
        // Not retained by cairo: it writes for the last time in `finish` or `deinit`.
        let closure = unsafe Unmanaged.passUnretained(output).toOpaque()
        let write: cairo_write_func_t = { closure, data, count in
            guard let closure = unsafe closure, let data = unsafe data else {
                return CAIRO_STATUS_WRITE_ERROR
            }
            let output = unsafe Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
            unsafe output.bytes.append(
                contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
            return CAIRO_STATUS_SUCCESS
        }
        let made =
            switch kind {
            case .pdf:
                unsafe cairo_pdf_surface_create_for_stream(
                    write, closure, size.width, size.height)
            case .svg:
                unsafe cairo_svg_surface_create_for_stream(
                    write, closure, size.width, size.height)
            }
        guard let surface = unsafe made else { throw .outOfMemory }
        unsafe self.surface = surface
        self.output = output
        self.kind = kind
        try CairoFailure.check(unsafe cairo_surface_status(surface))
        switch kind {
        case .pdf: unsafe cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
        case .svg: unsafe cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
        }
    }

    deinit {
        unsafe cairo_surface_finish(surface)
        unsafe cairo_surface_destroy(surface)
    }

    /// Draws a page of a PDF, or all of an SVG.
    package func page(
        size: Size, _ body: (borrowing Canvas) throws(CairoFailure) -> Void
    ) throws(CairoFailure) {
        if kind == .pdf { unsafe cairo_pdf_surface_set_size(surface, size.width, size.height) }
        let canvas = try unsafe Canvas(drawingOn: surface)
        try body(canvas)
        canvas.showPage()
        try canvas.check()
    }

    /// Sets the document's metadata. Without a creation time it has none.
    package func describe(title: String, creator: String, created: String?) {
        guard kind == .pdf else { return }
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, creator)
        // Cairo would write the clock's time; what is no time makes it leave the entry out.
        unsafe cairo_pdf_surface_set_metadata(
            surface, CAIRO_PDF_METADATA_CREATE_DATE, created ?? "")
    }

    /// - Parameters:
    ///   - page: from one.
    ///   - y: from the page's top.
    package func addOutlineEntry(_ name: String, page: Int, y: Double) {
        let target = "page=\(page) pos=[0 \(y)]"
        _ = unsafe cairo_pdf_surface_add_outline(
            surface, CAIRO_PDF_OUTLINE_ROOT, name, target, cairo_pdf_outline_flags_t(rawValue: 0))
    }

    /// The bytes that are ready.
    package func takeBytes() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    /// Nothing is drawn any more; the last bytes are ready afterwards.
    package func finish() throws(CairoFailure) {
        unsafe cairo_surface_finish(surface)
        try CairoFailure.check(unsafe cairo_surface_status(surface))
    }
}

extension Canvas {
    package func showPage() { unsafe cairo_show_page(context) }

    /// Makes an area open an address, on surfaces that keep links.
    package func link(_ area: Rect, to address: String) {
        // An address as it comes here has no quotes.
        let attributes =
            "rect=[\(area.minX) \(area.minY) \(area.width) \(area.height)] uri='\(address)'"
        unsafe cairo_tag_begin(context, CAIRO_TAG_LINK, attributes)
        unsafe cairo_tag_end(context, CAIRO_TAG_LINK)
    }
}
