import Layout
import Model
import TextDocuments

/// One HTML page in the theme, laid out by the browser.
struct HTMLFormat: Encoder {
    let measured: MeasuredJob

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let job = measured.job
        do {
            try sink.begin(
                measured.report(
                    width: Int(measured.transcript.layout.width.rounded(.up)), height: 0, pages: 1))
            var page = HTMLPage(
                measured.transcript.layout, pictures: measured.pictures, language: job.language,
                background: job.background, budget: measured.control.budget)
            try page.write(to: &sink) { try measured.control.check(taking: $0) }
        } catch {
            throw RenderFault(any: error)
        }
    }
}
