import Conversation
import Fonts
import Layout
import Resources
import SVG
import Scene
import Typesetting

/// One picture of any height, text kept as text, written row by row.
struct SVGFormat {
    let measured: MeasuredJob

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let canvas = measured.transcript.canvas
        do {
            try sink.begin(
                measured.report(
                    width: Int(canvas.width.rounded(.up)), height: Int(canvas.height.rounded(.up)),
                    pages: 1))
            var writer = SVGWriter(
                size: canvas.size,
                heading: SVGWriter.Heading(
                    title: measured.job.conversation.title ?? "Conversation",
                    language: measured.job.conversation.locale),
                scale: measured.job.output.scale, fonts: worker.typesetter.fonts,
                names: try FontNames(), carriesFonts: measured.job.output.fonts == .embedded,
                pictures: measured.pictures, allowance: measured.control.allowance)
            try begin(&writer, to: &sink)
            for index in measured.transcript.rows.indices {
                try measured.control.check()
                let row = measured.transcript.placedRow(
                    index, allowance: measured.control.allowance)
                try writer.append(row.block, to: &sink)
            }
            try measured.control.check()
            try writer.finish(to: &sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func begin(_ writer: inout SVGWriter, to sink: inout some RenderSink) throws {
        let canvas = measured.transcript.canvas
        let ground = measured.transcript.background(of: canvas, visible: canvas)
        let room = ground.memory
        try measured.control.check(taking: room)
        defer { measured.control.allowance.givesBack(room) }
        try writer.begin(background: ground, to: &sink)
    }
}
