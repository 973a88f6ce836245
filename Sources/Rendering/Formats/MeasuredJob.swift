import Graphics
import Layout
import Model
import Scene

/// A measured conversation with everything that its encoder needs. It is a class because every
/// encoder holds it, and copies of so many values would cost code size and reference counting.
final class MeasuredJob: Sendable {
    let job: RenderJob
    let transcript: Transcript
    /// The page size; nil for one endless picture.
    let paper: Paper?
    let pictures: PictureStore
    let missing: MissingCharacters
    /// The evidence; nil for other documents.
    let evidence: EvidenceRecord?
    let control: RenderControl
    let timer: StageTimer
    /// The page numbering if other documents come before this one.
    let numbers: PageNumbers
    /// The playback of a clip; nil for outputs that show the whole conversation.
    let playback: Playback?

    init(
        job: RenderJob, transcript: Transcript, paper: Paper?, pictures: PictureStore,
        missing: MissingCharacters, evidence: EvidenceRecord?, control: RenderControl,
        timer: StageTimer, numbers: PageNumbers, playback: Playback? = nil
    ) {
        self.job = job
        self.transcript = transcript
        self.paper = paper
        self.pictures = pictures
        self.missing = missing
        self.evidence = evidence
        self.control = control
        self.timer = timer
        self.numbers = numbers
        self.playback = playback
    }

    func numbered(_ numbers: PageNumbers) -> MeasuredJob {
        MeasuredJob(
            job: job, transcript: transcript, paper: paper, pictures: pictures, missing: missing,
            evidence: evidence, control: control, timer: timer, numbers: numbers,
            playback: playback)
    }

    func report(width: Int, height: Int, pages: Int) -> RenderReport {
        RenderReport(
            format: job.format, width: width, height: height, pages: pages,
            messages: job.conversation.messages.count, warnings: warnings,
            warningCount: job.warningCount + late.count)
    }

    /// The job's first hundred warnings and those that are only known after measuring.
    var warnings: [Warning] { job.warnings + late }

    private var late: [Warning] {
        Array(
            (pictures.warnings
                + [missing.warning, job.lossWarning(control.budget)].compactMap { $0 })
                .prefix(100))
    }
}

extension MeasuredJob {
    /// The canvases to draw; nil for other outputs.
    func canvases() throws(RenderFault) -> Pages? {
        guard let canvas = job.canvas, let paper else { return nil }
        if let playback {
            let state = job.output.moment.map { playback.state(at: 1_000 * $0) } ?? playback.end
            return playback.pages(at: state)
        }
        let pages = Pages(transcript, on: paper, numbers: numbers)
        switch job.output.overflow {
        case .truncate where job.output.frame != nil,
            .paginate where job.output.frame != nil && !job.format.has(.pages):
            return pages.newest
        case .truncate: return pages.first
        case .error where pages.count > 1,
            .paginate where pages.count > 1 && !job.format.has(.pages):
            let size = PixelSize(canvas.width, canvas.height)
            guard job.output.frame == nil else { throw .tooManyScreens(pages.count, size) }
            throw .tooManyCanvases(pages.count, size, job.format)
        case .error, .paginate: break
        }
        guard pages.count <= job.limits.pages else {
            throw .tooManyPages(pages: pages.count, limit: job.limits.pages)
        }
        // The cost of a canvas depends on its pixels, not on its content.
        let pixels = Double(pages.count) * Double(canvas.width) * Double(canvas.height)
        guard !job.format.has(.pixels) || pixels <= Double(job.limits.outputPixels) else {
            throw .outputTooLarge(pixels: pixels, limit: job.limits.outputPixels)
        }
        return pages
    }

    /// Whether the picture has no transparent background.
    var isOpaque: Bool {
        guard let canvas = job.canvas, canvas.isCard else { return transcript.isOpaque }
        return canvas.background != .transparent
    }
}

extension PictureStrip {
    /// Creates the strip for a page of several, or for a canvas.
    init(
        renderer: Renderer, _ pages: Pages, _ number: Int, of measured: MeasuredJob,
        on worker: Worker
    ) throws(RenderFault) {
        let blocks = try worker.measure(measured.control) {
            pages.blocks(of: number, with: $0)
        }
        self.init(
            renderer: renderer, measured: measured, size: pages.size(of: number), top: 0,
            blocks: blocks, ground: pages.ground(of: number), pageCount: pages.count)
        // A canvas has its scale in the job.
        if measured.job.canvas == nil { zoom = pages.paper.scale }
    }
}
