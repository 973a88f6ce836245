import Basics
import Dispatch
import HTTP
package import Rendering
import Synchronization

/// The file that `chatprint open` shows in the page, and the tabs of the browser that show it.
///
/// The page names the file in its requests instead of sending it: a backup may have 60 GB.
package final class OpenedFile: Sendable {
    package let upload: Upload
    private let tabs = Mutex(0)
    private let queue = DispatchQueue(label: "tabs")
    private let ended: @Sendable () -> Void

    /// The time in which a reloaded page returns.
    private static let grace = DispatchTimeInterval.seconds(3)
    /// The time between the writes that show whether a tab is closed.
    private static let interval = DispatchTimeInterval.seconds(1)
    /// The maximum size of a conversation that the page's editor opens.
    private static let maxText = 400_000

    /// - Parameter ended: called when no tab has shown the page for a while.
    package init(_ upload: Upload, ended: @escaping @Sendable () -> Void) {
        self.upload = upload
        self.ended = ended
    }

    fileprivate var facts: Response {
        Documents.object { writer in
            writer.member("name", upload.filename ?? "")
            writer.member("bytes", optional: upload.size)
            writer.member("text", optional: upload.json(atMost: Self.maxText))
        }
    }

    /// Keeps a response open for as long as a tab does.
    ///
    /// - Parameter isDraining: whether the service is stopping.
    fileprivate func watch(
        _ exchange: any Exchange, isDraining: @escaping @Sendable () -> Bool
    ) {
        tabs.withLock { $0 += 1 }
        exchange.begin(
            ResponseHead(
                200, ["Content-Type": "text/event-stream", "Cache-Control": "no-store"]))
        remind(exchange, isDraining)
    }

    private func remind(_ exchange: any Exchange, _ isDraining: @escaping @Sendable () -> Bool) {
        guard !isDraining() else { return exchange.finish() }
        // Only writing shows that a client has left.
        guard exchange.write(Array(":\n\n".utf8)) else { return leave() }
        queue.asyncAfter(deadline: .now() + Self.interval) { [self] in
            remind(exchange, isDraining)
        }
    }

    private func leave() {
        let isLast = tabs.withLock { tabs in
            tabs -= 1
            return tabs == 0
        }
        guard isLast else { return }
        queue.asyncAfter(deadline: .now() + Self.grace) { [self] in
            if tabs.withLock({ $0 == 0 }) { ended() }
        }
    }
}

extension RenderService {
    func answerOpened(_ head: RequestHead, _ exchange: any Exchange) {
        guard let opened else {
            return send(
                Explanation(.notFound, "No file is open: only chatprint open opens one."), exchange)
        }
        let wantsEvents =
            AcceptedTypes(head.fields).best(of: Route.jobTypes) == 1 && head.method == .get
        guard wantsEvents else { return send(opened.facts, exchange) }
        opened.watch(exchange, isDraining: observed.withLock { $0.isDraining })
    }
}
