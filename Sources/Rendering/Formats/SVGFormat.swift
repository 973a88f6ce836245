import Cairo
import Conversation
import Layout
import Scene
import Typesetting

/// One picture of any height, text kept as text, written row by row.
struct SVGFormat {
    let sheet: Sheet

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let canvas = sheet.transcript.canvas
        do {
            try sink.begin(
                sheet.report(
                    width: Int(canvas.width.rounded(.up)), height: Int(canvas.height.rounded(.up)),
                    pages: 1))
            var writer = SVGWriter(
                size: canvas.size,
                heading: SVGWriter.Heading(
                    title: sheet.job.conversation.title ?? "Conversation",
                    language: sheet.job.conversation.locale),
                scale: sheet.job.output.scale, fonts: worker.typesetter.fonts,
                names: try FontNames(), pictures: sheet.pictures)
            try writer.begin(
                background: sheet.transcript.background(of: canvas, visible: canvas), to: &sink)
            for index in sheet.transcript.rows.indices {
                try sheet.control.check()
                try writer.append(sheet.transcript.placedRow(index).block, to: &sink)
            }
            try writer.finish(to: &sink)
        } catch {
            throw RenderFault(any: error)
        }
    }
}
