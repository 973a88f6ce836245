import Basics
import Graphics
import Layout
import Model

/// One WebP, painted stripe by stripe on all workers and compressed as a whole.
struct WebPFormat: Encoder {
    let renderer: Renderer
    let measured: MeasuredJob

    /// The maximum memory of libwebp per pixel, including the pixel itself: 18.5 bytes measured,
    /// and a margin.
    private static let pixelBytes = 28
    private static let pieceBytes = 256 << 10

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
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
            try sink.begin(
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
