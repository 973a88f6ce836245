import Compression
import Conversation
import Layout
import Resources
import Scene
import Theme

/// Numbered PNG pages, each no taller than `max_height`.
struct ZIPFormat {
    let renderer: Renderer
    let sheet: Sheet

    private static let usualHeight = 2_000.0

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let height = sheet.job.output.maxHeight ?? ZIPFormat.usualHeight
        let width = sheet.transcript.layout.width
        let paper = Paper(
            picture: Size(width, height), margins: sheet.job.theme.canvas.margins)
        let pages = Pages(sheet.transcript, on: paper)
        guard pages.count <= sheet.job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: sheet.job.limits.pages)
        }
        do {
            let scale = sheet.job.output.scale
            try sink.begin(
                sheet.report(
                    width: Int((width * scale).rounded(.up)),
                    height: Int((height * scale).rounded(.up)), pages: pages.count))
            var archive = ZIPWriter()
            let digits = max(3, String(pages.count).count)
            for number in 0..<pages.count {
                try checked()
                var bytes: [UInt8] = []
                let page = try worker.measure(sheet.control) { pages.page(number, with: $0) }
                let strip = PictureStrip(
                    renderer: renderer, sheet: sheet, size: pages.usedSize(of: number), top: 0,
                    blocks: page.blocks)
                try strip.write(try strip.image(), on: worker, to: &bytes)
                try sheet.control.check(taking: bytes.count)
                defer { sheet.control.allowance.givesBack(bytes.count) }
                let name = String(number + 1)
                let zeros = String(repeating: "0", count: digits - name.count)
                try archive.add(
                    "\(sheet.job.output.filename ?? "chat")-\(zeros)\(name).png", bytes, .stored,
                    to: &sink)
            }
            try archive.finish(to: &sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func checked() throws { try sheet.control.check() }
}
