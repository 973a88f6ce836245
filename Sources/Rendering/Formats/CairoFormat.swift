import Cairo
import CairoEngine
import Conversation
import Layout
import Scene
import Typesetting

/// A document or a drawing that cairo writes, by `engine=cairo`.
struct CairoFormat {
    let sheet: Sheet

    func writePDF(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let format = PDFFormat(sheet: sheet)
        let (pages, paper) = (try format.limitedPages(), format.paper)
        do {
            let size = format.pageSize
            try sink.begin(
                sheet.report(width: size.width, height: size.height, pages: pages.count))
            var document = try CairoDocument(
                .pdf, size: Size(Double(size.width), Double(size.height)),
                fonts: worker.typesetter.fonts, pictures: sheet.pictures)
            document.describe(
                title: sheet.job.conversation.title ?? "Conversation",
                created: sheet.job.output.created?.text)
            for number in 0..<pages.count {
                try sheet.control.check()
                try sheet.watch.time(.paint) {
                    try document.add(
                        worker.measure(sheet.control) { pages.page(number, with: $0) },
                        scale: paper.scale)
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
        let transcript = sheet.transcript
        let canvas = transcript.canvas
        do {
            try sheet.control.check()
            try sink.begin(
                sheet.report(
                    width: Int(canvas.width.rounded(.up)), height: Int(canvas.height.rounded(.up)),
                    pages: 1))
            var document = try CairoDocument(
                .svg, size: canvas.size, fonts: worker.typesetter.fonts, pictures: sheet.pictures)
            try document.add(
                Page(
                    size: canvas.size,
                    background: transcript.background(of: canvas, visible: canvas),
                    blocks: transcript.rows.indices.map { transcript.placedRow($0).block }))
            try document.finish()
            try sink.write(document.takeBytes())
        } catch {
            throw RenderFault(any: error)
        }
    }
}
