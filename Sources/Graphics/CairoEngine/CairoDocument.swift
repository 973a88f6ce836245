import CCairo
package import Scene

package struct CairoDocument {
    private let surface: DocumentSurface
    private let drawing: SceneDrawing
    private let kind: DocumentSurface.Kind
    private var pages = 0
    private var day: String?

    package init(
        _ kind: DocumentSurface.Kind, size: Size, fonts: any FontLookup,
        pictures: any PictureLookup
    ) throws(CairoFailure) {
        self.kind = kind
        surface = try DocumentSurface(kind, size: size)
        drawing = SceneDrawing(on: .document, fonts: fonts, pictures: pictures)
    }

    package func describe(title: String, created: String?) {
        surface.describe(title: title, creator: "Chatprint", created: created)
    }

    /// - Parameter scale: document points per point of the page.
    package mutating func add(_ page: Page, scale: Double = 1) throws(CairoFailure) {
        pages += 1
        if kind == .pdf { addDays(of: page, scale: scale) }
        try surface.page(
            size: Size(page.size.width * scale, page.size.height * scale)
        ) { canvas throws(CairoFailure) in
            canvas.scale(scale, scale)
            try drawing.draw(page.background, on: canvas)
            for block in page.blocks {
                try canvas.saved { () throws(CairoFailure) in
                    if case .watermark(let angle) = block.role {
                        canvas.turn(by: angle, around: block.frame.center)
                    }
                    try drawing.draw(block.nodes, on: canvas)
                }
            }
        }
    }

    private mutating func addDays(of page: Page, scale: Double) {
        for block in page.blocks {
            guard let next = block.day, next != day else { continue }
            day = next
            let isHeader = block.role == .dayHeader && !block.text.isEmpty
            surface.addOutlineEntry(
                isHeader ? block.text : next, page: pages, y: max(0, block.frame.minY * scale))
        }
    }

    package func takeBytes() -> [UInt8] { surface.takeBytes() }

    package func finish() throws(CairoFailure) { try surface.finish() }
}

/// The pages of a PDF, or one SVG drawing. Bytes can be taken as they become ready.
@safe
package final class DocumentSurface {
    package enum Kind: Sendable { case pdf, svg }

    private final class Output {
        var bytes: [UInt8] = []
    }

    private let surface: OpaquePointer
    private let output: Output
    private let kind: Kind

    /// - Parameter size: the size in points; the pages of a PDF may differ.
    init(_ kind: Kind, size: Size) throws(CairoFailure) {
        let output = Output()
        // Not retained by cairo, whose last write is in `finish` or `deinit`.
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

    /// Draws a page of a PDF, or the whole SVG.
    func page(
        size: Size, _ body: (borrowing Canvas) throws(CairoFailure) -> Void
    ) throws(CairoFailure) {
        if kind == .pdf { unsafe cairo_pdf_surface_set_size(surface, size.width, size.height) }
        let canvas = try unsafe Canvas(drawingOn: surface)
        try body(canvas)
        canvas.showPage()
        try canvas.check()
    }

    /// Without a creation time the document states none.
    func describe(title: String, creator: String, created: String?) {
        guard kind == .pdf else { return }
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, creator)
        // Cairo would write the current time; an invalid time makes it omit the entry.
        unsafe cairo_pdf_surface_set_metadata(
            surface, CAIRO_PDF_METADATA_CREATE_DATE, created ?? "")
    }

    /// - Parameters:
    ///   - page: the page number, starting at one.
    ///   - y: the distance from the page's top.
    func addOutlineEntry(_ name: String, page: Int, y: Double) {
        let target = "page=\(page) pos=[0 \(y)]"
        _ = unsafe cairo_pdf_surface_add_outline(
            surface, CAIRO_PDF_OUTLINE_ROOT, name, target, cairo_pdf_outline_flags_t(rawValue: 0))
    }

    func takeBytes() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }

    /// Ends drawing; afterwards the last bytes are ready.
    func finish() throws(CairoFailure) {
        unsafe cairo_surface_finish(surface)
        try CairoFailure.check(unsafe cairo_surface_status(surface))
    }
}

extension Canvas {
    fileprivate func showPage() { unsafe cairo_show_page(context) }

    func link(_ area: Rect, to address: String) {
        // The address contains no quotes at this point.
        let attributes =
            "rect=[\(area.minX) \(area.minY) \(area.width) \(area.height)] uri='\(address)'"
        unsafe cairo_tag_begin(context, CAIRO_TAG_LINK, attributes)
        unsafe cairo_tag_end(context, CAIRO_TAG_LINK)
    }
}
