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
