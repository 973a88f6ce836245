import Basics
import Graphics
import Model

/// One picture as JPEG, painted and compressed stripe by stripe on all workers, written in order.
struct JPEGFormat: Encoder {
    let renderer: Renderer
    let measured: MeasuredJob

    /// At this quality letters have no visible artifacts.
    private static let usualQuality = 85

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let strip = try PNGFormat(renderer: renderer, measured: measured).strip(on: worker)
        let size = try strip.size(maxSide: JPEGStripes.maxPixels)
        let output = measured.job.output
        var stripes = JPEGStripes(
            size: size, rows: renderer.stripePixels / size.width,
            quality: output.quality ?? Self.usualQuality, isGray: output.isGray,
            density: Int((72 * output.scale).rounded()), comment: measured.job.imprint)
        let maker = stripes
        do {
            try sink.begin(
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
