import HTTP
import Rendering

/// Renders a request, or answers it from the cache. The caller has checked keys and signatures.
extension RenderService {
    /// Handles a POST.
    ///
    /// - Parameter isDrawn: whether the response is a rendering, which is the same for equal
    ///   requests.
    func take(_ request: WorkRequest, isDrawn: Bool, _ exchange: any Exchange) {
        let writer = ClientWriter(self, exchange)
        // Computing the digest of a large body would block the event loop.
        let isKept = cache != nil && isDrawn && request.body.count <= Upload.smallBytes
        let digest = isKept ? ResponseDigest(request, edition: edition) : nil
        take(request, digest, writer, exchange)
    }

    /// - Parameter digest: the key of the response in the cache; nil if it is not cached.
    func take(
        _ request: WorkRequest, _ digest: ResponseDigest?, _ writer: ClientWriter,
        _ exchange: any Exchange
    ) {
        note(exchange) { $0.writer = writer }
        guard let cache, let digest else { return backend.take(request, writer) }
        let id = ObjectIdentifier(exchange)
        // Set before the request may wait. The backend later replaces this closure.
        writer.note { $0.withdraw = { cache.leave(digest, id) } }
        let requestID = request.requestID
        let turn = cache.turn(of: digest, request, for: id) { [self] outcome in
            switch outcome {
            case .cached(let response): give(response, writer, exchange)
            case .render(let request):
                // The client may have left while the request waited.
                guard !writer.isCanceled else { return writer.fail() }
                backend.take(request.with(requestID: requestID), writer)
            }
        }
        switch turn {
        case .cached(let response): give(response, writer, exchange)
        case .leads: backend.take(request, CachingWriter(writer, digest, cache))
        case .alone: backend.take(request, writer)
        case .follows: break
        }
    }

    private func give(
        _ response: CachedResponse, _ writer: ClientWriter, _ exchange: any Exchange
    ) {
        note(exchange) { $0.cached = response }
        writer.note { notes in
            notes.format = response.format
            notes.messages = response.messages
            notes.warnings = response.warnings
        }
        var head = response.head
        head.fields.set("Server-Timing", "cache;desc=hit")
        writer.answer(Response(head, body: response.body))
    }
}
