import Conversation
import Layout
import Scene
import Theme
import Typesetting

/// Pages of real text.
struct PDFFormat {
    let sheet: Sheet

    private var paper: Paper {
        sheet.paper
            ?? Paper(
                picture: sheet.transcript.canvas.size, margins: sheet.job.theme.canvas.margins)
    }

    var pages: Pages { Pages(sheet.transcript, on: paper, date: date) }

    /// In whole points.
    var pageSize: (width: Int, height: Int) {
        let paper = paper
        return (
            Int((paper.size.width * paper.scale).rounded()),
            Int((paper.size.height * paper.scale).rounded())
        )
    }

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let paper = paper
        let pages = pages
        guard pages.count <= sheet.job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: sheet.job.limits.pages)
        }
        do {
            let size = pageSize
            try sink.begin(
                sheet.report(width: size.width, height: size.height, pages: pages.count))
            var writer = PDFWriter(
                setup, with: worker.press, fonts: worker.typesetter.fonts,
                pictures: sheet.pictures)
            for number in 0..<pages.count {
                try sheet.control.check()
                try sheet.watch.time(.paint) {
                    try writer.add(
                        pages.page(number, with: worker.typesetter), scale: paper.scale)
                }
                let bytes = writer.takeBytes()
                if !bytes.isEmpty { try sink.write(bytes) }
            }
            let began = sheet.control.now()
            try writer.finish(into: &sink)
            sheet.watch.add(sheet.control.now() &- began, to: .finish)
        } catch PDFFault.sink(let failure) {
            throw RenderFault(failure)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private var date: String { String((sheet.job.created ?? "").prefix(10)) }

    private var setup: PDFSetup {
        PDFSetup(
            title: sheet.job.conversation.title ?? "Conversation",
            language: sheet.job.conversation.locale,
            created: sheet.job.created ?? "1970-01-01T00:00:00Z",
            producer: "Chatprint", isArchival: isArchival,
            attachments: isArchival ? [conversation] : [])
    }

    private var isArchival: Bool { sheet.job.output.isArchival }

    /// What the pages show, for programs: after redaction, and without the pictures, which the pages
    /// hold already.
    private var conversation: PDFAttachment {
        PDFAttachment(
            name: "conversation.json", mediaType: "application/json",
            words: "The conversation as Chatprint reads it",
            bytes: sheet.job.conversation.json(includingMedia: false))
    }
}
