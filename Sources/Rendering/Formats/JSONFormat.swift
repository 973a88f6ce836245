import Basics
import Layout
import Model
import Scene
import Themes

/// The positions of all content: a frame in points for each message, its bubbles and its texts. The
/// pages are those of the requested sheets or pictures; on a canvas, positions are in its pixels. A
/// message that continues on another page is listed on each.
struct JSONFormat {
    let measured: MeasuredJob

    /// The requested sheets, or pictures of the requested height; nil for one endless picture.
    private func pages() throws(RenderFault) -> Pages? {
        if let canvases = try measured.canvases() { return canvases }
        if let paper = measured.paper { return Pages(measured.transcript, on: paper) }
        guard let height = measured.job.output.maxHeight else { return nil }
        let size = Size(measured.transcript.layout.width, height)
        return Pages(
            measured.transcript,
            on: Paper(picture: size, margins: measured.transcript.margins))
    }

    /// Output points per point of the conversation.
    private var scale: Double { measured.paper?.scale ?? 1 }

    func write(to sink: RenderSink) throws(RenderFault) {
        let pages = try pages()
        let size = (pages?.paper.size ?? measured.transcript.canvas.size).scaled(by: scale)
        let count = pages?.count ?? 1
        guard count <= measured.job.limits.pages else {
            throw .tooManyPages(pages: count, limit: measured.job.limits.pages)
        }
        do {
            let sink = sink.begin(
                measured.report(
                    width: Int(size.width.rounded(.up)), height: Int(size.height.rounded(.up)),
                    pages: count))
            var writer = JSONWriter()
            try writer.object { writer in
                writer.member("width", rounded(size.width))
                writer.member("height", rounded(size.height))
                writer.member("pages", count)
                writer.key("messages")
                try writer.array { writer in
                    if let pages {
                        for number in 0..<pages.count {
                            for row in pages.placedRows(on: number) {
                                try measured.control.check()
                                try message(row, page: number + 1, to: &writer)
                            }
                            try sink.write(writer.drain())
                        }
                    } else {
                        try messages(&writer, sink)
                    }
                }
                writer.key("warnings")
                writer.array { writer in
                    // The recipient of the output must not learn which words resemble redacted
                    // ones.
                    for warning in measured.warnings where warning.kind != .similarName {
                        write(warning, to: &writer)
                    }
                }
            }
            try sink.write(writer.drain())
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func messages(_ writer: inout JSONWriter, _ sink: ByteSink) throws {
        let transcript = measured.transcript
        for index in transcript.rows.indices where transcript.rows[index].message != nil {
            try measured.control.check()
            let row = transcript.placedRow(index)
            try measured.control.check()
            try message(row, page: 1, to: &writer)
            guard index % 512 == 511 else { continue }
            try sink.write(writer.drain())
        }
    }

    private func message(
        _ row: PlacedRow, page: Int, to writer: inout JSONWriter
    ) throws(RenderFault) {
        guard let index = row.message else { return }
        try writer.object { writer throws(RenderFault) in
            writer.member("index", index)
            writer.member("id", optional: measured.job.conversation.messages[index].id)
            writer.member("page", page)
            frame(row.block.frame, to: &writer)
            for (name, frames) in [("bubbles", row.bubbles), ("lines", row.texts)] {
                writer.key(name)
                try writer.array { writer throws(RenderFault) in
                    for (number, rect) in frames.enumerated() {
                        if number % 512 == 511 { try measured.control.check() }
                        writer.object { writer in frame(rect, to: &writer) }
                    }
                }
            }
        }
    }

    private func frame(_ rect: Rect, to writer: inout JSONWriter) {
        writer.member("x", rounded(rect.minX * scale))
        writer.member("y", rounded(rect.minY * scale))
        writer.member("width", rounded(rect.width * scale))
        writer.member("height", rounded(rect.height * scale))
    }

    private func write(_ warning: Warning, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("kind", warning.kind.rawValue)
            writer.member("pointer", warning.pointer)
            writer.member("detail", warning.detail)
        }
    }

    /// Rounds to a hundredth of a point.
    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension Size {
    fileprivate func scaled(by scale: Double) -> Size { Size(width * scale, height * scale) }
}
