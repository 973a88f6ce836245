import Basics
import Documents
import Evidence
import Layout
import Model
import Scene
import Themes
import Typesetting

/// A PDF document with real text.
struct PDFFormat {
    let measured: MeasuredJob

    /// The memory of a row while its page is drawn: nodes, marked content, and its share of the
    /// page's content stream.
    static let placedRowBytes = 3_000

    var paper: Paper {
        measured.paper
            ?? Paper(
                picture: Size(
                    measured.transcript.canvas.width,
                    min(measured.transcript.canvas.height, Paper.maxSide)),
                margins: measured.transcript.margins, for: measured.job.theme,
                hasSignatureLine: measured.job.signatureLine != nil)
    }

    func pages() throws(RenderFault) -> Pages {
        if let canvases = try measured.canvases() { return canvases }
        return Pages(
            measured.transcript, on: paper, date: measured.job.output.created,
            digests: measured.evidence.map {
                PageDigests(source: $0.facts.source.digest, chain: $0.facts.chain)
            } ?? PageDigests(), numbers: measured.numbers, signature: measured.job.signatureLine)
    }

    /// The page size in whole points.
    var pageSize: (width: Int, height: Int) {
        let paper = paper
        return (
            Int((paper.size.width * paper.scale).rounded()),
            Int((paper.size.height * paper.scale).rounded())
        )
    }

    func limitedPages() throws(RenderFault) -> Pages {
        let pages = try pages()
        guard pages.count <= measured.job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: measured.job.limits.pages)
        }
        return pages
    }

    func write(
        by pool: WorkerPool, on worker: Worker, to sink: RenderSink
    ) throws(RenderFault) {
        let pages = try limitedPages()
        do {
            let size = pageSize
            if isArchival, measured.evidence == nil {
                let conversation = measured.job.conversation
                try measured.control.check(taking: conversation.jsonBytes(includingMedia: false))
            }
            let sink = sink.begin(
                measured.report(width: size.width, height: size.height, pages: pages.count))
            let setup = try setup()
            var writer = PDFWriter(
                setup, with: worker.documents, fonts: worker.typesetter.fonts,
                pictures: measured.pictures, budget: measured.control.budget)
            try write(pages, with: &writer, by: pool, on: worker, to: sink)
            if attachesLater { for file in files { writer.attach(file) } }
            let began = measured.control.now()
            try writer.finish(into: sink)
            measured.timer.add(measured.control.now() &- began, to: .finish)
        } catch PDFFault.sink(let failure) {
            throw RenderFault(failure)
        } catch PDFFault.stopped {
            try measured.control.check()
            throw RenderFault.abandoned
        } catch {
            throw RenderFault(any: error)
        }
    }

    /// Returns one of the pages as a separate document named after its number.
    func document(
        ofPage number: Int, of pages: Pages, on worker: Worker
    ) throws -> [UInt8] {
        let job = measured.job
        let bates = job.output.page.bates ?? BatesNumbers()
        let place = bates.start + measured.numbers.before + measured.numbers.skipped + number
        var setup = PDFSetup(
            title: bates.lead(of: place) + String(place), firstPage: place,
            language: job.conversation.locale, created: job.output.created?.text,
            producer: "Chatprint")
        setup.pagePrefix = { bates.lead(of: $0) }
        setup.isAlone = true
        let room = pages.rowCount(on: number) * PDFFormat.placedRowBytes
        try measured.control.check(taking: room)
        defer { measured.control.budget.release(room) }
        let sink = ByteSink()
        do {
            var writer = PDFWriter(
                setup, with: worker.documents, fonts: worker.typesetter.fonts,
                pictures: measured.pictures, budget: measured.control.budget)
            let page = try worker.measure(measured.control) { pages.page(number, with: $0) }
            try writer.add(page, scale: paper.scale)
            try writer.finish(into: sink)
        } catch PDFFault.stopped {
            try measured.control.check()
            throw RenderFault.abandoned
        }
        return sink.bytes
    }

    private func setup() throws(RenderFault) -> PDFSetup {
        var setup = PDFSetup(
            title: title, firstPage: measured.numbers.before + 1,
            language: measured.job.conversation.locale, author: measured.job.output.author,
            created: measured.job.output.created?.text,
            producer: "Chatprint",
            attachments: isArchival && !attachesLater ? attachments : [])
        setup.standard = measured.job.output.archive.map { archive in
            switch archive {
            case .a3: .pdfA3
            case .f4: .pdfA4
            }
        }
        if let password = measured.job.output.password {
            setup.lock = try lock(setup, password)
        }
        setup.subject = measured.job.output.subject ?? measured.job.imprint
        setup.keywords = measured.job.output.keywords
        if let bates = measured.job.output.page.bates {
            setup.firstPage += bates.start - 1
            setup.pagePrefix = { bates.lead(of: $0) }
        }
        setup.schema = measured.evidence.map { PDFFormat.schema($0) }
        if let words = measured.job.output.signature {
            // Never send a document without the requested signature.
            guard let signer = measured.job.signer else { throw .unsigned(.gone) }
            var signature = PDFSignature(by: signer)
            signature.reason = words.reason
            signature.location = words.location
            signature.name = words.name
            signature.isShown = measured.job.signatureLine != nil
            setup.signature = signature
        }
        return setup
    }

    private func lock(
        _ setup: PDFSetup, _ password: String
    ) throws(RenderFault) -> DocumentLock {
        let facts = [setup.title, setup.language, setup.created ?? ""].map { Array($0.utf8) }
        do throws(DocumentLock.Failure) {
            return try DocumentLock(
                password: password, over: facts + setup.attachments.map(\.bytes))
        } catch {
            throw RenderFault(any: PDFFault.lock)
        }
    }

    /// The metadata of an evidence document, for programs that do not read pages.
    private static func schema(_ evidence: EvidenceRecord) -> MetadataSchema {
        typealias Property = MetadataSchema.Property
        let chain = evidence.manifest.chain
        let source = evidence.facts.source.digest.map {
            Property("source", $0, words: "SHA-256 of the source as it was received")
        }
        return MetadataSchema(
            "Chatprint evidence", namespace: Manifest.namespace, prefix: Manifest.prefix,
            properties: [
                Property(
                    "chain", chain.head, words: "Last link of the chain of the messages' digests"),
                Property(
                    "messages", String(chain.links.count), words: "How many messages it has"),
            ] + [source].compactMap { $0 } + [.seal])
    }

    /// Whether attachments may be made while pages are drawn: pages of evidence refer to them, and
    /// keys of encryption depend on them.
    var attachesLater: Bool {
        isArchival && measured.evidence == nil && measured.job.output.password == nil
    }

    private var attachments: [PDFAttachment] {
        measured.evidence?.attachments(numbered: measured.numbers) ?? [conversation] + files
    }

    private var title: String {
        let title = measured.job.conversation.title ?? "Conversation"
        return measured.job.part.map { title + " – " + measured.transcript.layout.words($0) }
            ?? title
    }

    /// The attached videos, sounds and documents, in message order.
    private var files: [PDFAttachment] {
        guard measured.job.output.attachesFiles else { return [] }
        var seen: Set<MediaIndex> = []
        var files: [PDFAttachment] = []
        for attachment in measured.job.conversation.messages.flatMap(\.attachments) {
            guard let index = attachment.file, seen.insert(index).inserted else { continue }
            let media = measured.job.conversation.media[index]
            guard !media.bytes.isEmpty else { continue }
            let number = String(seen.count, digits: 4)
            // Several files may have the same name, and the document lists files by name.
            files.append(
                PDFAttachment(
                    name: "\(number)-\(attachment.name ?? attachment.kind.rawValue)",
                    mediaType: "application/octet-stream",
                    words: "A file that a message holds", bytes: media.bytes))
        }
        return files
    }

    private var isArchival: Bool { measured.job.output.isArchival }

    /// The pages' content for programs: after redaction, and without the pictures, which are part
    /// of the pages.
    var conversation: PDFAttachment {
        PDFAttachment(
            name: "conversation.json", mediaType: "application/json",
            words: "The conversation as Chatprint reads it",
            bytes: measured.job.conversation.json(
                includingMedia: false, budget: measured.control.budget))
    }
}

/// Creates a document's pages on all workers. Idle workers place the next page, compress a drawn
/// one, and write the attached conversation. The job's own worker draws the pages in order, because
/// font codes and the structure tree grow from page to page.
extension PDFFormat {
    /// The number of pages that may be placed before they are drawn. With 2, workers wait for each
    /// other: 1,000 messages took 20.7 instead of 19.3 ms. With 8, 100 messages were compressed only
    /// after their last page was drawn.
    private static func ahead(of count: Int) -> Int { min(8, max(2, count / 4)) }

    /// The number of bytes from which compressing them is worth waking another worker. With 8,192, a
    /// page of 20 messages took 3 % longer.
    private static let partBytes = 32_768

    /// The result of one step of a worker.
    private struct Step: Sendable {
        var page: Result<Page, RenderFault>?
        var conversation: PDFAttachment?
        var streams: [DeflatedStream]
    }

    func write(
        _ pages: Pages, with writer: inout PDFWriter, by pool: WorkerPool, on worker: Worker,
        to sink: ByteSink
    ) throws {
        let (count, scale) = (pages.count, paper.scale)
        let ahead = PDFFormat.ahead(of: count)
        // The number of pages between the one being placed and the one being compressed in the same
        // step. Placing page n starts no earlier than the drawing of page n − ahead, so the page to
        // compress has been drawn by then.
        let lag = ahead + 1
        let drawn = Slots<[PendingStream]>(lag)
        var number = 0
        var conversation: PDFAttachment?
        // The last step is the attachment. With one page, it is not worth waking another worker.
        let steps = count > 1 ? count + 1 : 1
        try pool.forEach(steps, on: worker, ahead: ahead) { number, worker in
            // The slot of the page `lag` before this one, which is reused for this page's content
            // later.
            let streams = deflated(drawn.take(number % lag) ?? [], by: worker)
            guard number < count else {
                return Step(conversation: attachedConversation(), streams: streams)
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
                conversation = step.conversation
            }
            try pass(writer.takeBytes(), to: sink)
            number += 1
            guard number <= count, measured.job.output.splitBy == nil else { return }
            measured.control.onProgress(RenderProgress(.output, done: number, of: count))
        }
        if conversation == nil { conversation = attachedConversation() }
        var rest: [PendingStream] = []
        for number in max(0, steps - lag)..<count { rest += drawn.take(number % lag) ?? [] }
        rest += try writer.endPages()
        let attached = conversation
        let parts = PDFFormat.parts(of: rest, after: attached?.bytes.count ?? 0)
        try pool.forEach(parts.count, on: worker, ahead: parts.count) { number, worker in
            Step(
                conversation: number == 0 ? deflated(attached, by: worker) : nil,
                streams: deflated(parts[number], by: worker))
        } deliver: { (step: Step) throws in
            if let conversation = step.conversation { writer.attach(conversation) }
            for stream in step.streams { writer.write(stream) }
            try pass(writer.takeBytes(), to: sink)
        }
    }

    /// Divides streams into parts that are worth another worker.
    ///
    /// - Parameter count: the number of other bytes that the first part has.
    private static func parts(of streams: [PendingStream], after count: Int) -> [[PendingStream]] {
        let total = streams.reduce(count) { $0 + $1.count }
        let share = total / max(1, total / partBytes)
        var parts: [[PendingStream]] = [[]]
        var bytes = count
        for stream in streams {
            if bytes >= share {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(stream)
            bytes += stream.count
        }
        return parts
    }

    private func deflated(_ streams: [PendingStream], by worker: Worker) -> [DeflatedStream] {
        measured.timer.time(.paint) { streams.map { $0.deflated(by: worker.documents) } }
    }

    /// The attached conversation; nil if it is not attached, or already is.
    private func attachedConversation() -> PDFAttachment? {
        guard attachesLater else { return nil }
        return measured.timer.time(.finish) { conversation }
    }

    private func deflated(_ attachment: PDFAttachment?, by worker: Worker) -> PDFAttachment? {
        measured.timer.time(.finish) {
            var attachment = attachment
            attachment?.deflate(by: worker.documents)
            return attachment
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

    private func pass(_ bytes: [UInt8], to sink: ByteSink) throws(SinkFailure) {
        if !bytes.isEmpty { try sink.write(bytes) }
    }
}
