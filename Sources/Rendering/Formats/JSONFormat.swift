import Conversation
import JSON
import Layout
import Scene

/// Where everything stands: a frame for each message, its bubbles and its texts, in points.
struct JSONFormat {
    let sheet: Sheet

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let transcript = sheet.transcript
        do {
            try sink.begin(
                sheet.report(
                    width: Int(transcript.canvas.width.rounded(.up)),
                    height: Int(transcript.height.rounded(.up)), pages: 1))
            var writer = JSONWriter()
            try writer.object { writer in
                writer.member("width", rounded(transcript.canvas.width))
                writer.member("height", rounded(transcript.height))
                writer.member("pages", 1)
                writer.key("messages")
                try writer.array { writer in
                    for index in transcript.rows.indices
                    where transcript.rows[index].message != nil {
                        message(transcript.placedRow(index), to: &writer)
                        guard index % 512 == 511 else { continue }
                        try sheet.control.check()
                        try sink.write(writer.drain())
                    }
                }
                writer.key("warnings")
                writer.array { writer in
                    for warning in sheet.job.warnings { write(warning, to: &writer) }
                }
            }
            try sink.write(writer.drain())
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func message(_ row: PlacedRow, to writer: inout JSONWriter) {
        guard let index = row.message else { return }
        writer.object { writer in
            writer.member("index", index)
            writer.member("id", optional: sheet.job.conversation.messages[index].id)
            writer.member("page", 1)
            frame(row.block.frame, to: &writer)
            for (name, frames) in [("bubbles", row.bubbles), ("lines", row.texts)] {
                writer.key(name)
                writer.array { writer in
                    for rect in frames {
                        writer.object { writer in frame(rect, to: &writer) }
                    }
                }
            }
        }
    }

    private func frame(_ rect: Rect, to writer: inout JSONWriter) {
        writer.member("x", rounded(rect.minX))
        writer.member("y", rounded(rect.minY))
        writer.member("width", rounded(rect.width))
        writer.member("height", rounded(rect.height))
    }

    private func write(_ warning: Warning, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("kind", warning.kind.rawValue)
            writer.member("pointer", warning.pointer)
            writer.member("detail", warning.detail)
        }
    }

    /// To a hundredth of a point.
    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
