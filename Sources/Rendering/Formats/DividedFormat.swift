import Basics
import Graphics
import Layout
import Model
import Scene

/// A ZIP of outputs, one per part of the conversation, with an index.
///
/// All parts are measured before the first byte is written, so that an exceeded limit still fails
/// the request. Parts are drawn a few at a time and written in order, so that only those few are in
/// memory.
struct DividedFormat {
    struct Part: Sendable {
        let name: String
        let first: Moment?
        let last: Moment?
        let measured: MeasuredJob
    }

    let renderer: Renderer
    let job: RenderJob
    let division: Division
    let control: RenderControl
    let parts: [Part]

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let format = DividedFormat.format(job.format)
        let pages = try counted(job.limits, on: worker)
        let index = DivisionIndex(
            conversation: job.conversation, division: division,
            files: zip(parts, pages).map { part, pages in
                DivisionIndex.File(
                    name: part.name + "." + format.ending, first: part.first, last: part.last,
                    messages: part.measured.job.conversation.messages.count, pages: pages)
            })
        let report = try report(of: job, as: .zip, pages, on: worker)
        do {
            let sink = sink.begin(report)
            var archive = ZIPWriter()
            try control.check()
            try archive.add("index.json", index.json, .deflated, to: sink)
            try control.check()
            try archive.add("index.html", index.html, .deflated, to: sink)
            try deliver(pages, on: worker) { part, bytes in
                try archive.add(
                    part.name + "." + format.ending, bytes,
                    format.has(.compressed) ? .stored : .deflated, to: sink
                ) { try control.check() }
            }
            try archive.finish(to: sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    /// Returns the report about all parts together.
    ///
    /// - Parameters:
    ///   - job: the job for the whole conversation.
    ///   - pages: the number of pages of each part.
    func report(
        of job: RenderJob, as format: Output.Format, _ pages: [Int], on worker: Worker
    ) throws(RenderFault) -> RenderReport {
        if job.options.isStrict, let warning = job.lossWarning(control.budget) {
            throw .strict(warning)
        }
        let size = try firstSize(on: worker)
        let late = late + [job.lossWarning(control.budget)].compactMap { $0 }
        return RenderReport(
            format: format, width: size.width, height: size.height, pages: pages.reduce(0, +),
            messages: job.conversation.messages.count, warnings: job.warnings + late,
            warningCount: job.warningCount + late.count)
    }

    /// The warnings that are only known after measuring.
    private var late: [Warning] {
        let missing = parts.reduce(into: MissingCharacters()) { $0.add($1.measured.missing) }
        return (parts.first?.measured.pictures.warnings ?? [])
            + [missing.warning].compactMap { $0 }
    }

    /// Draws the parts a few at a time and delivers them in order.
    ///
    /// - Parameter pages: the number of pages of each part.
    func deliver(
        _ pages: [Int], on worker: Worker, _ take: (Part, [UInt8]) throws -> Void
    ) throws {
        // The number of pages before each part; the last element is the total.
        let starts = pages.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        let window = 2 * renderer.pool.size
        for start in stride(from: 0, to: parts.count, by: window) {
            let range = start..<min(parts.count, start + window)
            for (part, bytes) in zip(parts[range], try drawn(range, starts, on: worker)) {
                try take(part, bytes)
                control.budget.release(bytes.count)
            }
        }
    }

    /// The format of each part. Each part is a separate picture, so paged pictures (zip) become
    /// single ones (png).
    static func format(_ asked: Output.Format) -> Output.Format { asked == .zip ? .png : asked }

    /// Limits apply to all parts together.
    func counted(_ limits: Limits, on worker: Worker) throws(RenderFault) -> [Int] {
        var pages: [Int] = []
        var all = 0
        var pixels = 0.0
        for part in parts {
            try control.check()
            var own = 1
            let format = part.measured.job.format
            if format == .pdf {
                own = try PDFFormat(measured: part.measured).pages().count
            } else if format.isPainting {
                let image = try size(of: part.measured, on: worker)
                pixels += Double(image.width) * Double(image.height)
            }
            pages.append(own)
            all += own
        }
        guard all <= limits.pages else {
            throw .tooManyPages(pages: all, limit: limits.pages)
        }
        guard pixels <= Double(limits.outputPixels) else {
            throw .outputTooLarge(pixels: pixels, limit: limits.outputPixels)
        }
        return pages
    }

    private func size(
        of part: MeasuredJob, on worker: Worker
    ) throws(RenderFault) -> PixelSize {
        try PNGFormat(renderer: renderer, measured: part).strip(on: worker)
            .size(maxSide: part.job.format.maxPixels)
    }

    private func firstSize(
        on worker: Worker
    ) throws(RenderFault) -> (width: Int, height: Int) {
        guard let measured = parts.first?.measured else { return (0, 0) }
        let format = measured.job.format
        if format == .pdf { return PDFFormat(measured: measured).pageSize }
        if format.isPainting {
            let image = try size(of: measured, on: worker)
            return (image.width, image.height)
        }
        switch format.traits.kind {
        case .page: return (Int(measured.transcript.layout.width.rounded(.up)), 0)
        case .text, .archive: return (0, 0)
        case .drawing, .clip, .layout, .pictures:
            let canvas = measured.transcript.canvas
            return (Int(canvas.width.rounded(.up)), Int(canvas.height.rounded(.up)))
        }
    }

    private func drawn(
        _ range: Range<Int>, _ starts: [Int], on worker: Worker
    ) throws(RenderFault) -> [[UInt8]] {
        let done = Slots<Result<[UInt8], RenderFault>>(range.count)
        renderer.pool.forEach(range.count, on: worker) { number, worker in
            guard control.verdict() == .proceed else { return }
            let place = range.lowerBound + number
            let part = parts[place].measured.numbered(
                PageNumbers(before: starts[place], all: starts[starts.count - 1]))
            done.put(drawn(part, on: worker), at: number)
        }
        try control.check()
        var all: [[UInt8]] = []
        for number in range.indices.map({ $0 - range.lowerBound }) {
            guard let result = done.take(number) else { throw .abandoned }
            all.append(try result.get())
        }
        return all
    }

    private func drawn(_ measured: MeasuredJob, on worker: Worker) -> Result<[UInt8], RenderFault> {
        var bytes: [UInt8] = []
        let sink = ByteSink { piece throws(SinkFailure) in
            guard measured.control.verdict(taking: piece.count) == .proceed else { throw .closed }
            bytes += piece
        }
        do throws(RenderFault) {
            try renderer.write(measured, on: worker, to: RenderSink(sink))
            return .success(bytes)
        } catch {
            // A sink that accepts no more bytes does not report why.
            return .failure(measured.control.fault ?? error)
        }
    }
}

extension Output.Format {
    /// The maximum number of pixels on a side. Formats without one are only limited by the pixels
    /// of all pictures together.
    fileprivate var maxPixels: Int {
        self == .webp
            ? WebPWriter.maxPixels : self == .jpeg ? JPEGStripes.maxPixels : .max
    }
}

extension Renderer {
    /// Lays out the documents of an archive: one for the whole, or one per part.
    func layOutDocuments(
        of job: RenderJob, on worker: Worker, _ control: RenderControl, _ timer: StageTimer
    ) throws(RenderFault) -> DividedFormat {
        var job = job
        if job.format == .production {
            // The pages of a production are identified by their numbers, so they must have some.
            job.output.page.bates = job.output.page.bates ?? BatesNumbers()
        }
        job.format = .pdf
        return try layOut(
            job, by: job.output.splitBy ?? .count(.max), on: worker, control,
            timer)
    }

    /// Lays out each part with the context of the whole conversation.
    func layOut(
        _ job: RenderJob, by division: Division, on worker: Worker, _ control: RenderControl,
        _ timer: StageTimer
    ) throws(RenderFault) -> DividedFormat {
        let pictures = try PictureStore(
            job, readsHEIF: readsHEIF, budget: control.budget)
        let whole = job.conversation
        let lastSent = whole.me.flatMap { me in whole.messages.last { $0.isSent(by: me) }?.number }
        // If only the last message of the whole conversation shows its status, the last message of
        // a part must not show one.
        let hidesStatus = Layout.showsStatusOfLastAlone(job.options, theme: job.theme)
        var parts: [DividedFormat.Part] = []
        let all = whole.divided(by: division, control.budget)
        let owners = PartOwners(all, of: whole)
        let gaps = owners.divide(job.origin?.gaps ?? []) { $0.numbers.lowerBound }
        let omitted = owners.divide(job.options.excerpt.omitted) { $0.lowerBound }
        try control.check()
        for (number, part) in all.enumerated() {
            var own = job
            if all.count > 1 { own.part = PartNumber(number + 1, of: all.count) }
            own.conversation = part.conversation
            if job.output.splitBy != nil { own.origin?.inAllParts = whole.messages.count }
            own.origin?.gaps = gaps[number]
            own.options.excerpt.omitted = omitted[number]
            own.format = DividedFormat.format(job.format)
            if hidesStatus, let lastSent,
                !part.conversation.messages.contains(where: { $0.number == lastSent })
            {
                own.options.show.status = .never
            }
            parts.append(
                DividedFormat.Part(
                    name: part.name, first: part.first, last: part.last,
                    measured: try measured(
                        for: own, pictures, on: worker, control, timer,
                        sibling: parts.last?.measured)))
        }
        let faults = try PictureCheck(
            job: job, transcripts: parts.map(\.measured.transcript), pictures: pictures
        ).run(pool, on: worker, control)
        guard faults.isEmpty else {
            return try layOut(
                job.labelling(faults), by: division, on: worker, control, timer)
        }
        return DividedFormat(
            renderer: self, job: job, division: division, control: control, parts: parts)
    }
}

/// Assigns what was omitted to the part with the next message of the source, or with the last one.
private struct PartOwners {
    private let whole: Conversation
    private let isDescending: Bool
    /// The part of each message.
    private var parts: [Int]
    private let count: Int

    init(_ all: [ConversationPart], of whole: Conversation) {
        self.whole = whole
        count = all.count
        let numbers = (whole.messages.first?.number ?? 0, whole.messages.last?.number ?? 0)
        isDescending = numbers.0 > numbers.1
        parts = Array(repeating: 0, count: whole.messages.count)
        for (index, part) in all.enumerated() {
            for place in part.places { parts[place] = index }
        }
    }

    /// - Parameter start: returns the number of the first omitted message.
    func divide<Gap>(_ gaps: [Gap], start: (Gap) -> Int) -> [[Gap]] {
        var divided: [[Gap]] = Array(repeating: [], count: count)
        guard !parts.isEmpty else { return divided }
        for gap in gaps {
            let number = start(gap)
            let next =
                isDescending
                ? whole.messages.partitionPoint { $0.number < number } - 1
                : whole.messages.partitionPoint { $0.number > number }
            divided[parts[min(max(next, 0), parts.count - 1)]].append(gap)
        }
        return divided
    }
}

extension Message {
    fileprivate func isSent(by me: ParticipantIndex) -> Bool {
        switch kind {
        case .message, .call, .unknown: from == me
        case .system, .note, .typing, .unread: false
        }
    }
}

/// The index of a ZIP of parts, as JSON for programs and as HTML for people.
struct DivisionIndex {
    struct File {
        let name: String
        let first: Moment?
        let last: Moment?
        let messages: Int
        let pages: Int
    }

    let conversation: Conversation
    let division: Division
    let files: [File]

    var json: [UInt8] {
        var writer = JSONWriter(pretty: true)
        writer.object { writer in
            writer.member("title", optional: conversation.title)
            writer.member("timezone", conversation.timeZone)
            switch division {
            case .day: writer.member("split_by", "day")
            case .month: writer.member("split_by", "month")
            case .year: writer.member("split_by", "year")
            case .count(let count): writer.member("split_by", count)
            }
            writer.member("messages", conversation.messages.count)
            writer.key("files")
            writer.array { writer in
                for file in files {
                    writer.object { writer in
                        writer.member("name", file.name)
                        writer.member("first", optional: file.first?.text)
                        writer.member("last", optional: file.last?.text)
                        writer.member("messages", file.messages)
                        writer.member("pages", file.pages)
                    }
                }
            }
        }
        return writer.drain() + [0x0A]
    }

    var html: [UInt8] {
        let title = DivisionIndex.escaped(conversation.title ?? "Conversation")
        var page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 48em; margin: 2em auto; padding: 0 1em }
            table { border-collapse: collapse; width: 100% }
            th, td { padding: .3em .6em; text-align: start; border-bottom: 1px solid #8884 }
            .n { text-align: end; font-variant-numeric: tabular-nums }
            :root { color-scheme: light dark }
            </style>
            <h1 dir="auto">\(title)</h1>
            <table>
            <thead><tr><th>File<th>First<th>Last<th class="n">Messages<th class="n">Pages</thead>

            """
        for file in files {
            let name = DivisionIndex.escaped(file.name)
            page += """
                <tr><td><a href="\(name)">\(name)</a>\
                <td>\(DivisionIndex.words(file.first))<td>\(DivisionIndex.words(file.last))\
                <td class="n">\(file.messages)<td class="n">\(file.pages)

                """
        }
        return Array((page + "</table>\n</html>\n").utf8)
    }

    /// Formats a local time to the minute: `2026-05-31 09:40`.
    private static func words(_ moment: Moment?) -> String {
        guard let text = moment?.text else { return "" }
        return "<time datetime=\"\(text)\">\(text.prefix(16).replacing("T", with: " "))</time>"
    }

    private static func escaped(_ text: String) -> String {
        XMLEscape.escaped(text, in: .doubleQuotes)
    }
}
