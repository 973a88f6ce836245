import Compression
import Conversation
import Layout
import Resources
import Scene
import Theme

/// Numbered PNG pages, each no taller than `max_height`.
struct ZIPFormat {
    let renderer: Renderer
    let measured: MeasuredJob

    private static let usualHeight = 2_000.0

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let height = measured.job.output.maxHeight ?? ZIPFormat.usualHeight
        let width = measured.transcript.layout.width
        let paper = Paper(
            picture: Size(width, height), margins: measured.job.theme.canvas.margins)
        let pages = Pages(measured.transcript, on: paper)
        guard pages.count <= measured.job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: measured.job.limits.pages)
        }
        do {
            let scale = measured.job.output.scale
            try sink.begin(
                measured.report(
                    width: Int((width * scale).rounded(.up)),
                    height: Int((height * scale).rounded(.up)), pages: pages.count))
            var archive = ZIPWriter()
            let digits = max(3, String(pages.count).count)
            for number in 0..<pages.count {
                try checked()
                var bytes: [UInt8] = []
                let page = try worker.measure(measured.control) { pages.page(number, with: $0) }
                let strip = PictureStrip(
                    renderer: renderer, measured: measured, size: pages.usedSize(of: number),
                    top: 0,
                    blocks: page.blocks)
                try strip.write(try strip.image(), on: worker, to: &bytes)
                try measured.control.check(taking: bytes.count)
                defer { measured.control.allowance.givesBack(bytes.count) }
                let name = String(number + 1)
                let zeros = String(repeating: "0", count: digits - name.count)
                try archive.add(
                    "\(measured.job.output.filename ?? "chat")-\(zeros)\(name).png", bytes, .stored,
                    to: &sink)
                measured.control.told(
                    RenderProgress(.output, done: number + 1, of: pages.count))
            }
            try archive.finish(to: &sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func checked() throws { try measured.control.check() }
}
