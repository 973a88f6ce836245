import Basics
import Layout
import Model
import Scene

/// One PNG, painted and compressed stripe by stripe on all workers and written in order.
struct PNGFormat: Encoder {
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

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let strip = try strip(on: worker)
        let image = try strip.image()
        do {
            try sink.begin(
                measured.report(width: image.width, height: image.height, pages: strip.pageCount))
        } catch { throw RenderFault(error) }
        try strip.write(image, on: worker, to: &sink)
    }
}
