import Basics
import Documents
import Fonts
import Layout
import Model
import Scene
import Typesetting

/// One SVG of any height with text as text, written row by row.
struct SVGFormat {
    let measured: MeasuredJob

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let pages = try measured.canvases()
        let size = pages?.paper.size ?? measured.transcript.canvas.size
        let shown = measured.job.canvas.map { Size(Double($0.width), Double($0.height)) } ?? size
        do {
            let sink = sink.begin(
                measured.report(
                    width: Int(shown.width.rounded(.up)), height: Int(shown.height.rounded(.up)),
                    pages: 1))
            var writer = SVGWriter(
                size: size, shown: shown,
                heading: SVGWriter.Heading(
                    title: measured.job.conversation.title ?? "Conversation",
                    summary: measured.job.imprint,
                    language: measured.job.conversation.locale),
                scale: measured.job.output.scale, fonts: worker.typesetter.fonts,
                names: try FontNames(), carriesFonts: measured.job.output.fonts == .embedded,
                pictures: measured.pictures, budget: measured.control.budget)
            if let page = try pages.map({ pages in
                try worker.measure(measured.control) { pages.page(0, with: $0) }
            }) {
                try begin(&writer, page.background, to: sink)
                for block in page.blocks {
                    try measured.control.check()
                    try writer.append(block, to: sink)
                }
                return try writer.finish(to: sink)
            }
            let canvas = measured.transcript.canvas
            try begin(
                &writer, measured.transcript.background(of: canvas, visible: canvas), to: sink)
            let around = measured.transcript.surroundings
            for block in around.above { try writer.append(block, to: sink) }
            for index in measured.transcript.rows.indices {
                try measured.control.check()
                let row = measured.transcript.placedRow(index)
                try writer.append(row.block, to: sink)
            }
            for block in around.below { try writer.append(block, to: sink) }
            try measured.control.check()
            try writer.finish(to: sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func begin(
        _ writer: inout SVGWriter, _ ground: [Node], to sink: ByteSink
    ) throws {
        let room = ground.memory
        try measured.control.check(taking: room)
        defer { measured.control.budget.release(room) }
        try writer.begin(background: ground, to: sink)
    }
}
