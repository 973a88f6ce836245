import Basics
import Graphics
import Layout
import Model
import Scene
import Themes

/// One WebP, painted stripe by stripe on all workers and compressed as a whole.
struct WebPFormat {
    let renderer: Renderer
    let measured: MeasuredJob

    /// The maximum memory of libwebp per pixel, including the pixel itself: 18.5 bytes measured,
    /// and a margin.
    private static let pixelBytes = 28
    private static let pieceBytes = 256 << 10

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let strip = try PNGFormat(renderer: renderer, measured: measured).strip(on: worker)
        let size = try strip.size(maxSide: WebPWriter.maxPixels)
        let control = measured.control
        let room = size.width * size.height * Self.pixelBytes
        try control.check(taking: room)
        defer { control.budget.release(room) }
        do {
            var bytes = try encoded(strip, size, on: worker)
            if let imprint = measured.job.imprint {
                bytes = WebPMetadata.adding(Self.packet(imprint), to: bytes, size)
            }
            try control.check(taking: bytes.count)
            defer { control.budget.release(bytes.count) }
            let sink = sink.begin(
                measured.report(
                    width: size.width, height: size.height, pages: strip.pageCount))
            for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
                try sink.write(Array(bytes[start..<min(bytes.count, start + Self.pieceBytes)]))
            }
        } catch {
            throw RenderFault(any: error)
        }
    }

    /// The metadata of a picture as XMP. The text contains no characters reserved in XML.
    static func packet(_ words: String) -> String {
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
            + "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
            + "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
            + " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:CreatorTool=\"Chatprint\">"
            + "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">\(words)</rdf:li></rdf:Alt>"
            + "</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>"
    }

    private func encoded(
        _ strip: PictureStrip, _ size: PixelSize, on worker: Worker
    ) throws -> [UInt8] {
        guard var writer = WebPWriter(size) else { throw RenderFault.memory }
        let isOpaque = measured.isOpaque
        try strip.forEachStripe(
            of: size, rows: max(16, renderer.stripePixels / size.width), on: worker,
            make: { surface -> [UInt32]? in
                let (width, stride) = (surface.width, surface.stride / 4)
                return surface.withPixels { pixels in
                    var words: [UInt32] = []
                    words.reserveCapacity(width * surface.height)
                    for row in 0..<surface.height {
                        for column in 0..<width { words.append(pixels[row * stride + column]) }
                    }
                    return words
                }
            }, bytes: { 4 * $0.count }
        ) { words, rows in writer.put(words, at: rows.lowerBound, isOpaque: isOpaque) }
        let output = measured.job.output
        do throws(WebPWriter.Fault) {
            return try measured.timer.time(.encode) { () throws(WebPWriter.Fault) in
                try writer.encode(
                    quality: output.quality, isSmall: output.compression == .small,
                    mayContinue: { measured.control.budget.mayContinue })
            }
        } catch {
            switch error {
            case .stopped:
                try measured.control.check()
                throw RenderFault.abandoned
            case .memory: throw RenderFault.memory
            case .refused(let code): throw RenderFault.internal("libwebp failed with code \(code)")
            }
        }
    }
}

/// One PNG, painted and compressed stripe by stripe on all workers and written in order.
struct PNGFormat {
    let renderer: Renderer
    let measured: MeasuredJob

    /// Returns the strip to draw, or throws if it exceeds a limit.
    func strip(on worker: Worker) throws(RenderFault) -> PictureStrip {
        if let canvases = try measured.canvases() {
            return try PictureStrip(
                renderer: renderer, canvases, 0, of: measured, on: worker)
        }
        let output = measured.job.output
        if measured.job.showsPage, let number = output.page.number {
            let pages = try PDFFormat(measured: measured).limitedPages()
            return try PictureStrip(
                renderer: renderer, pages, min(number, pages.count) - 1, of: measured, on: worker)
        }
        var height = measured.transcript.height
        if let limit = output.maxHeight, height > limit {
            switch output.overflow {
            case .error: throw .tooTall(height: height, limit: limit)
            case .truncate: height = limit
            case .paginate: break
            }
        }
        return PictureStrip(
            renderer: renderer, measured: measured,
            size: Size(measured.transcript.layout.width, height),
            top: 0)
    }

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let strip = try strip(on: worker)
        let image = try strip.image()
        let report = measured.report(
            width: image.width, height: image.height, pages: strip.pageCount)
        try strip.write(image, on: worker, to: sink.begin(report))
    }
}

/// One picture as JPEG, painted and compressed stripe by stripe on all workers, written in order.
struct JPEGFormat {
    let renderer: Renderer
    let measured: MeasuredJob

    /// At this quality letters have no visible artifacts.
    private static let usualQuality = 85

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let strip = try PNGFormat(renderer: renderer, measured: measured).strip(on: worker)
        let size = try strip.size(maxSide: JPEGStripes.maxPixels)
        let output = measured.job.output
        var stripes = JPEGStripes(
            size: size, rows: renderer.stripePixels / size.width,
            quality: output.quality ?? Self.usualQuality, isGray: output.isGray,
            density: Int((72 * output.scale).rounded()), comment: measured.job.imprint)
        let maker = stripes
        do {
            let sink = sink.begin(
                measured.report(
                    width: size.width, height: size.height, pages: strip.pageCount))
            try strip.forEachStripe(
                of: size, rows: stripes.rows, on: worker,
                make: { surface in
                    surface.withPixels { pixels in
                        maker.encoded(pixels, rows: surface.height, stride: surface.stride / 4)
                    }
                }, bytes: { $0.count }
            ) { stripe, _ in
                guard let bytes = stripes.joined(stripe) else {
                    throw RenderFault.internal("a JPEG stripe is invalid")
                }
                try sink.write(bytes)
            }
            try sink.write(JPEGStripes.end)
        } catch {
            throw RenderFault(any: error)
        }
    }
}

/// A ZIP of numbered PNG pages, each no taller than `max_height` or on its own canvas.
struct ZIPFormat {
    let renderer: Renderer
    let measured: MeasuredJob

    private static let usualHeight = 2_000.0

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let pages = try measured.canvases() ?? usualPages
        guard pages.count <= measured.job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: measured.job.limits.pages)
        }
        do {
            let (scale, size) = (measured.job.output.scale, pages.paper.size)
            let canvas = measured.job.output.canvas
            let sink = sink.begin(
                measured.report(
                    width: canvas?.width ?? Int((size.width * scale).rounded(.up)),
                    height: canvas?.height ?? Int((size.height * scale).rounded(.up)),
                    pages: pages.count))
            var archive = ZIPWriter()
            let digits = max(3, String(pages.count).count)
            for number in 0..<pages.count {
                try checked()
                let strip = try PictureStrip(
                    renderer: renderer, pages, number, of: measured, on: worker)
                let picture = ByteSink()
                try strip.write(try strip.image(), on: worker, to: picture)
                let bytes = picture.bytes
                try measured.control.check(taking: bytes.count)
                defer { measured.control.budget.release(bytes.count) }
                let name = measured.job.output.filename ?? "chat"
                try archive.add(
                    "\(name)-\(String(number + 1, digits: digits)).png", bytes, .stored, to: sink)
                measured.control.onProgress(
                    RenderProgress(.output, done: number + 1, of: pages.count))
            }
            try archive.finish(to: sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private var usualPages: Pages {
        let height = measured.job.output.maxHeight ?? ZIPFormat.usualHeight
        return Pages(
            measured.transcript,
            on: Paper(
                picture: Size(measured.transcript.layout.width, height),
                margins: measured.transcript.margins))
    }

    private func checked() throws { try measured.control.check() }
}
