import Conversation
import Layout
import Scene

/// A measured conversation with all that its encoder may ask for.
struct Sheet: Sendable {
    let job: RenderJob
    let transcript: Transcript
    /// nil for one endless picture.
    let paper: Paper?
    let pictures: PictureShelf
    let control: RenderControl
    let watch: StageWatch

    func report(width: Int, height: Int, pages: Int) -> RenderReport {
        RenderReport(
            format: job.format, width: width, height: height, pages: pages,
            messages: job.conversation.messages.count, warnings: job.warnings,
            warningCount: job.warningCount)
    }
}
