package import Scene

/// A PDF or an SVG written by cairo.
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

    /// Adds an outline entry for each day.
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
