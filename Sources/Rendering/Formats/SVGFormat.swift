import Conversation
import Fonts
import Layout
import Resources
import SVG
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
                names: try FontNames(), carriesFonts: sheet.job.output.fonts == .embedded,
                pictures: sheet.pictures)
            try begin(&writer, to: &sink)
            for index in sheet.transcript.rows.indices {
                try sheet.control.check()
                try writer.append(sheet.transcript.placedRow(index).block, to: &sink)
            }
            try writer.finish(to: &sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func begin(_ writer: inout SVGWriter, to sink: inout some RenderSink) throws {
        let canvas = sheet.transcript.canvas
        let ground = sheet.transcript.background(of: canvas, visible: canvas)
        let room = ground.memory
        try sheet.control.check(taking: room)
        defer { sheet.control.allowance.givesBack(room) }
        try writer.begin(background: ground, to: &sink)
    }
}
