import Conversation
import Layout
import Scene

/// A measured conversation with all that its encoder may ask for.
struct MeasuredJob: Sendable {
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
    var numbers = PageNumbers()

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
