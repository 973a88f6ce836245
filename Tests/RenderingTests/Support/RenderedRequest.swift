import Basics
import Dispatch
import Foundation
import Model
import Synchronization
import TestDrawing
import TestSupport
import Themes
import Typesetting

@testable import Rendering

/// Renders as the service does.
enum RenderedRequest {
    typealias Rendered = (bytes: [UInt8], report: RenderReport?, timings: RenderTimings)

    /// - Parameter look: changes the theme, which then counts as a custom one.
    static func render(
        _ json: String, as format: Output.Format, theme name: String = "imessage",
        mode: ThemeMode = .light, workers: Int = 2, limits: Limits = Limits(),
        look: ((inout Theme) -> Void)? = nil
    ) throws -> Rendered {
        try TestFonts.use()
        let request = try ConversationDecoder.decode(Array(json.utf8))
        let shipped = Looks.named(name, mode)
        var theme = shipped
        look?(&theme)
        var job = RenderJob(
            request, theme: theme, language: Languages.of(request.conversation.locale),
            format: format, limits: limits)
        job.hasOwnLook = look != nil
        job.ownFamilies = theme.text.families(unlike: shipped.text)
        let asked = job
        let pool = try WorkerPool(size: workers, capacity: 4, fonts: FontTable())
        defer { pool.close() }
        let renderer = Renderer(pool: pool)
        let outcome = Mutex<Result<Rendered, RenderFault>>(.failure(.abandoned))
        let done = DispatchSemaphore(value: 0)
        _ = pool.submit(isSmall: false) { worker in
            let bytes = ByteSink()
            let sink = RenderSink(bytes)
            do throws(RenderFault) {
                let timings = try renderer.render(asked, on: worker, to: sink)
                let rendered = (bytes.bytes, sink.report, timings)
                outcome.withLock { $0 = .success(rendered) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
            done.signal()
        }
        done.wait()
        return try outcome.withLock { $0 }.get()
    }
}
