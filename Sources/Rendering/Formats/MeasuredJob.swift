import Conversation
import Layout
import Scene

/// A measured conversation with all that its encoder may ask for. A class, since every encoder
/// holds it and copies of so many values are long: in code, and in counts of references.
final class MeasuredJob: Sendable {
    let job: RenderJob
    let transcript: Transcript
    /// nil for one endless picture.
    let paper: Paper?
    let pictures: PictureStore
    let missing: MissingCharacters
    /// Nil for what is no document for evidence.
    let evidence: EvidenceRecord?
    let control: RenderControl
    let timer: StageTimer
    /// The numbering of pages, if other documents come before.
    let numbers: PageNumbers
    /// The conversation as a clip; nil for what shows the whole.
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

    /// The same, its pages numbered otherwise.
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

    /// The first hundred, and what turned out when the text was set.
    var warnings: [Warning] { job.warnings + late }

    private var late: [Warning] {
        Array((pictures.warnings + [missing.warning, job.unheld].compactMap { $0 }).prefix(100))
    }
}
