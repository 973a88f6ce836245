import Basics
import Layout
import Model
import Scene
import Themes

/// A ZIP of numbered PNG pages, each no taller than `max_height` or on its own canvas.
struct ZIPFormat: Encoder {
    let renderer: Renderer
    let measured: MeasuredJob

    private static let usualHeight = 2_000.0

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let pages = try measured.canvases() ?? usualPages
        guard pages.count <= measured.job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: measured.job.limits.pages)
        }
        do {
            let (scale, size) = (measured.job.output.scale, pages.paper.size)
            let canvas = measured.job.output.canvas
            try sink.begin(
                measured.report(
                    width: canvas?.width ?? Int((size.width * scale).rounded(.up)),
                    height: canvas?.height ?? Int((size.height * scale).rounded(.up)),
                    pages: pages.count))
            var archive = ZIPWriter()
            let digits = max(3, String(pages.count).count)
            for number in 0..<pages.count {
                try checked()
                var bytes: [UInt8] = []
                let strip = try PictureStrip(
                    renderer: renderer, pages, number, of: measured, on: worker)
                try strip.write(try strip.image(), on: worker, to: &bytes)
                try measured.control.check(taking: bytes.count)
                defer { measured.control.budget.release(bytes.count) }
                let name = measured.job.output.filename ?? "chat"
                try archive.add(
                    "\(name)-\(String(number + 1, digits: digits)).png", bytes, .stored, to: &sink)
                measured.control.onProgress(
                    RenderProgress(.output, done: number + 1, of: pages.count))
            }
            try archive.finish(to: &sink)
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
