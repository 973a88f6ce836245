import Dispatch
import Graphics
import Layout
import Model
import Scene
import TextDocuments
import Themes
import Typesetting

/// Turns jobs into bytes on a pool of workers: it probes pictures, measures rows, and has the
/// format's encoder draw the output.
package struct Renderer: Sendable {
    let pool: WorkerPool
    let readsHEIF: Bool

    /// The pixels of one stripe: a mebibyte of surface. Each stripe lays out the rows at its edges
    /// again and has its own Huffman codes. With 98,304 pixels a chat took 11 % longer; more pixels
    /// save little.
    var stripePixels = 262_144
    /// The number of rows that a worker measures at a time, at most.
    var maxRowsPerPart = 48

    package init(pool: WorkerPool, readsHEIF: Bool = false) {
        self.pool = pool
        self.readsHEIF = readsHEIF
    }

    /// Renders a job. Call it on one of the pool's workers.
    package func render(
        _ job: RenderJob, on worker: Worker, to sink: RenderSink,
        control: RenderControl = RenderControl()
    ) throws(RenderFault) -> RenderTimings {
        let timer = StageTimer(control)
        do throws(RenderFault) {
            let job = try job.namingUnknownFonts().namingIgnoredSettings()
            try render(job, on: worker, to: sink, control, timer)
        } catch {
            // A sink that accepts no more bytes does not report why.
            if error == .abandoned { try control.check() }
            throw error
        }
        return timer.timings
    }

    private func render(
        _ job: RenderJob, on worker: Worker, to sink: RenderSink,
        _ control: RenderControl, _ timer: StageTimer
    ) throws(RenderFault) {
        if job.format == .bag || job.format == .production {
            let documents = try timer.time(.layout) { () throws(RenderFault) in
                try layOutDocuments(of: job, on: worker, control, timer)
            }
            if job.format == .bag {
                try BagFormat(job: job, documents: documents, control: control)
                    .write(on: worker, to: sink)
            } else {
                try ProductionFormat(job: job, documents: documents, control: control)
                    .write(on: worker, to: sink)
            }
        } else if let division = job.output.splitBy {
            let format = try timer.time(.layout) { () throws(RenderFault) in
                try layOut(job, by: division, on: worker, control, timer)
            }
            try format.write(on: worker, to: sink)
        } else {
            let measured = try timer.time(.layout) { () throws(RenderFault) in
                let pictures = try PictureStore(
                    job, readsHEIF: readsHEIF, budget: control.budget)
                let whole = try self.measured(for: job, pictures, on: worker, control, timer)
                let check = PictureCheck(
                    job: job, transcripts: [whole.transcript], pictures: pictures)
                let faults = try check.run(pool, on: worker, control)
                guard !faults.isEmpty else { return whole }
                let rest = job.labelling(faults)
                return try self.measured(
                    for: rest,
                    PictureStore(
                        rest, readsHEIF: readsHEIF, budget: control.budget), on: worker,
                    control, timer)
            }
            try write(measured, on: worker, to: sink)
        }
    }

    func write(
        _ measured: MeasuredJob, on worker: Worker, to sink: RenderSink
    ) throws(RenderFault) {
        switch measured.job.output.engine {
        case .chatprint: try encode(measured, on: worker, to: sink)
        case .cairo:
            try CairoLock.hold { () throws(RenderFault) in
                try encode(measured, on: worker, to: sink)
            }
        }
        // Fail if a picture could not be drawn after all: an output with a hole is not complete.
        if let fault = measured.pictures.fault { throw fault }
    }

    /// Selects the encoder of each format; this is the only place that does.
    private func encode(
        _ measured: MeasuredJob, on worker: Worker, to sink: RenderSink
    ) throws(RenderFault) {
        let (job, timer) = (measured.job, measured.timer)
        switch job.format {
        case .png:
            try PNGFormat(renderer: self, measured: measured).write(on: worker, to: sink)
        case .webp where !job.isClip:
            try WebPFormat(renderer: self, measured: measured).write(on: worker, to: sink)
        case .webp, .apng, .gif, .mp4, .webm:
            try ClipFormat(renderer: self, measured: measured).write(on: worker, to: sink)
        case .jpeg:
            try JPEGFormat(renderer: self, measured: measured).write(on: worker, to: sink)
        case .zip: try ZIPFormat(renderer: self, measured: measured).write(on: worker, to: sink)
        case .pdf where job.output.engine == .cairo:
            try CairoFormat(measured: measured).writePDF(on: worker, to: sink)
        case .pdf: try PDFFormat(measured: measured).write(by: pool, on: worker, to: sink)
        case .svg:
            try timer.time(.paint) { () throws(RenderFault) in
                switch job.output.engine {
                case .chatprint: try SVGFormat(measured: measured).write(on: worker, to: sink)
                case .cairo: try CairoFormat(measured: measured).writeSVG(on: worker, to: sink)
                }
            }
        case .json:
            try timer.time(.paint) { () throws(RenderFault) in
                try JSONFormat(measured: measured).write(to: sink)
            }
        case .html: try HTMLFormat(measured: measured).write(to: sink)
        case .txt: try TextDocumentFormat(measured: measured, form: .plain).write(to: sink)
        case .md: try TextDocumentFormat(measured: measured, form: .markdown).write(to: sink)
        case .csv: try TextDocumentFormat(measured: measured, form: .csv).write(to: sink)
        case .mbox: try TextDocumentFormat(measured: measured, form: .mailbox).write(to: sink)
        case .rsmf: try RSMFFormat(measured: measured).write(to: sink)
        case .bag, .production: throw .internal("an archive is written from its documents")
        }
    }

    /// Plans the rows of a conversation and measures them.
    ///
    /// - Parameter sibling: another part of the same conversation.
    func measured(
        for job: RenderJob, _ pictures: PictureStore, on worker: Worker,
        _ control: RenderControl, _ timer: StageTimer, sibling: MeasuredJob? = nil
    ) throws(RenderFault) -> MeasuredJob {
        let paper = paper(for: job)
        let evidence = try EvidenceRecord(job, control)
        let layout = try worker.measure(control) { measurer in
            Layout(
                job.conversation, theme: paper?.readable(job.theme) ?? job.theme,
                options: job.shownOptions,
                width: paper?.columnWidth ?? job.output.width ?? job.theme.width,
                pictures: pictures.table, language: job.language,
                sheet: paper.flatMap { job.facts(for: $0, evidence) },
                drawsComments: job.format == .pdf && job.output.engine == .chatprint,
                names: sibling?.transcript.layout.names, budget: control.budget, measurer: measurer)
        }
        // Text documents and HTML pages have no lines to measure.
        let rows =
            job.format.has(.measured)
            ? try measure(layout, on: worker, control) : MeasuredRows(rows: [], missing: [])
        let letters = MissingCharacters(rows.missing, in: rows.rows)
        if job.options.isStrict,
            let warning = letters.warning ?? job.lossWarning(control.budget)
        {
            throw .strict(warning)
        }
        let bars = try job.output.frame.map { frame throws(RenderFault) in
            try worker.measure(control) { ScreenBars(layout, frame, with: $0) }
        }
        var transcript = Transcript(
            layout, rows: rows.rows, background: job.background, bars: bars,
            mark: job.options.mark.map { MarkLine($0, for: layout.theme) },
            markedBy: worker.typesetter, budget: control.budget)
        if let paper { transcript = transcript.fitted(to: paper, with: worker.typesetter) }
        if let motion = job.playing {
            return try playing(
                MeasuredJob(
                    job: job, transcript: transcript, paper: paper, pictures: pictures,
                    missing: letters, evidence: evidence, control: control, timer: timer,
                    numbers: job.numbers), motion, on: worker)
        }
        return MeasuredJob(
            job: job, transcript: transcript, paper: paper, pictures: pictures,
            missing: letters, evidence: evidence, control: control, timer: timer,
            numbers: job.numbers)
    }

    /// The pages of a paginated output; nil for one endless picture.
    func paper(for job: RenderJob) -> Paper? {
        if let canvas = job.canvas {
            return Paper(
                canvas, width: job.output.width ?? job.theme.width, scale: job.output.scale,
                for: job.theme, isMarked: job.options.mark != nil)
        }
        // A clip has no sheets. Its only canvas is determined after measuring.
        guard job.output.frame == nil, job.playing == nil else { return nil }
        let isPaged =
            job.format == .pdf || job.format == .json && job.output.hasPage || job.showsPage
        guard isPaged, job.output.page.size != .endless else { return nil }
        return Paper(
            job.output.page, width: job.output.width, for: job.theme,
            hasSignatureLine: job.format == .pdf && job.signatureLine != nil)
    }

    private func measure(
        _ layout: Layout, on worker: Worker, _ control: RenderControl
    ) throws(RenderFault) -> MeasuredRows {
        let count = layout.entries.count
        let share = (count + pool.size - 1) / pool.size
        let rowsPerPart = min(maxRowsPerPart, max(share / 4, min(share, 12), 6))
        let parts = (count + rowsPerPart - 1) / rowsPerPart
        let results = Slots<Result<MeasuredRows, RenderFault>>(parts)
        pool.forEach(parts, on: worker) { part, worker in
            guard control.verdict() == .proceed else { return }
            let start = part * rowsPerPart
            let range = start..<min(count, start + rowsPerPart)
            let measured = Result { () throws(RenderFault) in
                try worker.measure(control) { typesetter throws(RenderFault) -> MeasuredRows in
                    // Discard the missing characters of the previous job.
                    _ = worker.typesetter.takeMissing()
                    let rows = layout.rows(
                        range, with: typesetter, budget: control.budget)
                    return MeasuredRows(rows: rows, missing: worker.typesetter.takeMissing())
                }
            }
            results.put(measured, at: part)
            control.onProgress(RenderProgress(.layout, done: range.upperBound, of: count))
        }
        try control.check()
        var rows: [Row] = []
        rows.reserveCapacity(count)
        var missing: Set<Unicode.Scalar> = []
        for part in 0..<parts {
            guard let measured = results.take(part) else { throw .abandoned }
            let part = try measured.get()
            rows += part.rows
            missing.formUnion(part.missing)
        }
        return MeasuredRows(rows: rows, missing: missing)
    }
}

/// Measured rows and the characters that no font has.
private struct MeasuredRows: Sendable {
    let rows: [Row]
    let missing: Set<Unicode.Scalar>
}

/// The characters of a conversation that no font has, and how often each occurs.
struct MissingCharacters: Sendable {
    private var counts: [Unicode.Scalar: Int] = [:]

    private static let maxListed = 20

    init() {}

    init(_ scalars: Set<Unicode.Scalar>, in rows: [Row]) {
        guard !scalars.isEmpty else { return }
        for row in rows {
            for scalar in row.text.unicodeScalars where scalars.contains(scalar) {
                counts[scalar, default: 0] += 1
            }
        }
        // A missing character that is not in any row's text was drawn elsewhere.
        for scalar in scalars where counts[scalar] == nil { counts[scalar] = 1 }
    }

    mutating func add(_ other: MissingCharacters) { counts.merge(other.counts) { $0 + $1 } }

    /// One warning for all missing characters.
    var warning: Warning? {
        guard !counts.isEmpty else { return nil }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var words = sorted.prefix(Self.maxListed).map { scalar, count in
            Self.name(scalar) + (count > 1 ? " (\(count) times)" : "")
        }
        let others = sorted.dropFirst(Self.maxListed).reduce(0) { $0 + $1.value }
        if others > 0 {
            words.append("\(sorted.count - Self.maxListed) other characters (\(others) times)")
        }
        return Warning(
            .missingLetter, at: "",
            "no font has \(words.joined(separator: ", ")): drawn as hollow boxes")
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        switch scalar.properties.generalCategory {
        case .privateUse, .unassigned, .surrogate, .format, .nonspacingMark, .enclosingMark:
            return name
        default: return "\(scalar) \(name)"
        }
    }
}
