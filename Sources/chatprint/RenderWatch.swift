import Dispatch
import Model
import Rendering
import Synchronization

/// Shows the progress of reading an export or of a rendering on a terminal.
final class RenderWatch: Sendable {
    private let line: Mutex<ProgressLine>

    /// - Parameter job: the job; nil while an export is read.
    init(_ job: RenderJob?) {
        line = Mutex(
            ProgressLine(
                messages: job?.conversation.messages.count,
                began: DispatchTime.now().uptimeNanoseconds))
    }

    /// Returns the control for reading an export, which reports progress on a terminal.
    static func reading(isQuiet: Bool) -> RenderControl {
        isQuiet || !Terminal.isWatched ? RenderControl() : RenderWatch(nil).control
    }

    var control: RenderControl {
        RenderControl(
            now: { DispatchTime.now().uptimeNanoseconds },
            onProgress: { [self] progress in show { $0.text(progress, now: $1) } })
    }

    func began(pages: Int) { line.withLock { $0.pages = pages } }

    func wrote(_ bytes: Int) {
        show { line, now in
            line.bytes += bytes
            return line.text(now: now)
        }
    }

    private func show(_ text: (inout ProgressLine, UInt64) -> String?) {
        let now = DispatchTime.now().uptimeNanoseconds
        if let text = line.withLock({ text(&$0, now) }) { Terminal.progress(text) }
    }
}
