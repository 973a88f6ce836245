import Basics
import Documents
import Layout
import Model
import Scene

/// Creates a document's pages on all workers. Idle workers place the next page, compress a drawn
/// one, and write the attached conversation. The job's own worker draws the pages in order, because
/// font codes and the structure tree grow from page to page.
extension PDFFormat {
    /// The number of pages that may be placed before they are drawn.
    private static let ahead = 8
    /// The number of pages between the one being placed and the one being compressed in the same
    /// step. Placing page n starts no earlier than the drawing of page n − ahead, so the page to
    /// compress has been drawn by then.
    private static let lag = ahead + 1

    /// The result of one step of a worker.
    private struct Step: Sendable {
        var page: Result<Page, RenderFault>?
        var conversation: PDFAttachment?
        var streams: [DeflatedStream]
    }

    func write(
        _ pages: Pages, with writer: inout PDFWriter, by pool: WorkerPool, on worker: Worker,
        to sink: inout some RenderSink
    ) throws {
        let (count, lag, scale) = (pages.count, PDFFormat.lag, paper.scale)
        let drawn = Slots<[PendingStream]>(lag)
        let deflated = { @Sendable (number: Int, worker: Worker) in
            measured.timer.time(.paint) {
                (drawn.take(number % lag) ?? []).map { $0.deflated(by: worker.documents) }
            }
        }
        var number = 0
        // The last step is the attachment. With one page, it is not worth waking another worker.
        let steps = count > 1 ? count + 1 : 1
        try pool.forEach(steps, on: worker, ahead: PDFFormat.ahead) { number, worker in
            // The slot of the page `lag` before this one, which is reused for this page's content
            // later.
            let streams = deflated(number, worker)
            guard number < count else {
                return Step(conversation: conversation(by: worker), streams: streams)
            }
            let page = Result { () throws(RenderFault) in try placed(number, of: pages, by: worker)
            }
            return Step(page: page, streams: streams)
        } deliver: { (step: Step) throws in
            for stream in step.streams { writer.write(stream) }
            if let page = try step.page?.get() {
                let streams = try measured.timer.time(.paint) {
                    try writer.draw(page, scale: scale)
                }
                measured.control.budget.release(memory(of: page, number, of: pages))
                drawn.put(streams, at: number % lag)
            } else {
                drawn.put(writer.endPages(), at: count % lag)
                if let conversation = step.conversation { writer.attach(conversation) }
            }
            try pass(writer.takeBytes(), to: &sink)
            number += 1
            guard number <= count, measured.job.output.splitBy == nil else { return }
            measured.control.onProgress(RenderProgress(.output, done: number, of: count))
        }
        if steps == count, let conversation = conversation(by: worker) {
            writer.attach(conversation)
        }
        let first = max(0, steps - lag)
        try pool.forEach(steps - first, on: worker, ahead: PDFFormat.ahead) { number, worker in
            Step(streams: deflated(first + number, worker))
        } deliver: { (step: Step) throws in
            for stream in step.streams { writer.write(stream) }
            try pass(writer.takeBytes(), to: &sink)
        }
    }

    /// The attached conversation, compressed; nil if it is not attached, or already is.
    private func conversation(by worker: Worker) -> PDFAttachment? {
        guard attachesLater else { return nil }
        return measured.timer.time(.finish) {
            var conversation = conversation
            conversation.deflate(by: worker.documents)
            return conversation
        }
    }

    private func placed(
        _ number: Int, of pages: Pages, by worker: Worker
    ) throws(RenderFault) -> Page {
        try measured.control.check(taking: pages.rowCount(on: number) * PDFFormat.placedRowBytes)
        let page = try measured.timer.time(.paint) { () throws(RenderFault) in
            try worker.measure(measured.control) { pages.page(number, with: $0) }
        }
        try measured.control.check(taking: page.background.memory)
        return page
    }

    private func memory(of page: Page, _ number: Int, of pages: Pages) -> Int {
        pages.rowCount(on: number) * PDFFormat.placedRowBytes + page.background.memory
    }

    private func pass(_ bytes: [UInt8], to sink: inout some RenderSink) throws(SinkFailure) {
        if !bytes.isEmpty { try sink.write(bytes) }
    }
}
