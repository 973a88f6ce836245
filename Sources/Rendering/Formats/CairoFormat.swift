import Basics
import Graphics
import Layout
import Model
import Scene
import Typesetting

/// A document or a drawing written by cairo (`engine=cairo`).
struct CairoFormat {
    let measured: MeasuredJob

    func writePDF(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let format = PDFFormat(measured: measured)
        let (pages, paper) = (try format.limitedPages(), format.paper)
        do {
            let size = format.pageSize
            try sink.begin(
                measured.report(width: size.width, height: size.height, pages: pages.count))
            var document = try CairoDocument(
                .pdf, size: Size(Double(size.width), Double(size.height)),
                fonts: worker.typesetter.fonts, pictures: measured.pictures)
            document.describe(
                title: measured.job.conversation.title ?? "Conversation",
                created: measured.job.output.created?.text)
            for number in 0..<pages.count {
                let rows = pages.rowCount(on: number) * PDFFormat.placedRowBytes
                try measured.control.check(taking: rows)
                defer { measured.control.budget.release(rows) }
                try measured.timer.time(.paint) {
                    let page = try worker.measure(measured.control) { pages.page(number, with: $0) }
                    let room = try recording(page, .pdf)
                    defer { measured.control.budget.release(room) }
                    try document.add(page, scale: paper.scale)
                }
                try sink.write(document.takeBytes())
            }
            try document.finish()
            try sink.write(document.takeBytes())
        } catch {
            throw RenderFault(any: error)
        }
    }

    func writeSVG(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let transcript = measured.transcript
        let canvas = transcript.canvas
        let pages = try measured.canvases()
        let scale = pages?.paper.scale ?? 1
        let size = pages?.paper.size ?? canvas.size
        let shown = measured.job.canvas.map { Size(Double($0.width), Double($0.height)) } ?? size
        do {
            try measured.control.check(taking: transcript.rows.count * PDFFormat.placedRowBytes)
            try sink.begin(
                measured.report(
                    width: Int(shown.width.rounded(.up)), height: Int(shown.height.rounded(.up)),
                    pages: 1))
            var document = try CairoDocument(
                .svg, size: shown, fonts: worker.typesetter.fonts, pictures: measured.pictures)
            let page =
                try pages.map { pages in
                    try worker.measure(measured.control) { pages.page(0, with: $0) }
                }
                ?? Page(
                    size: canvas.size,
                    background: transcript.background(of: canvas, visible: canvas),
                    blocks: transcript.surroundings.above
                        + transcript.rows.indices.map { transcript.placedRow($0).block }
                        + transcript.surroundings.below)
            _ = try recording(page, .svg)
            try document.add(page, scale: scale)
            try document.finish()
            try sink.write(document.takeBytes())
        } catch {
            throw RenderFault(any: error)
        }
    }

    /// Reserves the memory for cairo's recording of a page and for the page's background, and
    /// returns its size.
    private func recording(
        _ page: Page, _ cost: CairoRecording.Cost
    ) throws(RenderFault) -> Int {
        let room =
            page.background.memory
            + ([page.background] + page.blocks.map(\.nodes)).reduce(0) {
                $0 + CairoRecording.bytes(of: $1, cost)
            }
        try measured.control.check(taking: room)
        return room
    }
}
