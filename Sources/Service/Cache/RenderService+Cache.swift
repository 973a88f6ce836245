import HTTP

/// Work, or the answer that is known already. Whoever comes here may ask: keys and signatures were
/// looked at.
extension RenderService {
    /// What a POST asks for.
    ///
    /// - Parameter isDrawn: whether the answer is drawn: the same for the same request.
    func take(_ order: WorkRequest, isDrawn: Bool, _ exchange: any Exchange) {
        let work = ClientWriter(self, exchange)
        // A sum of much would hold up the loop.
        let isKept = cache != nil && isDrawn && order.body.count <= InProcessBackend.smallBytes
        let digest = isKept ? ResponseDigest(order, edition: edition) : nil
        take(order, digest, work, exchange)
    }

    /// - Parameter digest: what its answer is known by; nil where none is to be kept.
    func take(
        _ order: WorkRequest, _ digest: ResponseDigest?, _ work: ClientWriter,
        _ exchange: any Exchange
    ) {
        note(exchange) { $0.work = work }
        guard let cache, let digest else { return backend.take(order, work) }
        let id = ObjectIdentifier(exchange)
        // Before it may wait; where it is worked on, that has its own way to be ended.
        work.note { $0.withdraw = { cache.leave(digest, id) } }
        let requestID = order.requestID
        let turn = cache.turn(of: digest, order, for: id) { [self] outcome in
            switch outcome {
            case .kept(let answer): give(answer, work, exchange)
            case .work(let order):
                // Nobody has heard of it who could have ended it.
                guard !work.isCancelled else { return work.fail() }
                backend.take(order.with(requestID: requestID), work)
            }
        }
        switch turn {
        case .kept(let answer): give(answer, work, exchange)
        case .leads: backend.take(order, CachingWriter(work, digest, cache))
        case .alone: backend.take(order, work)
        case .follows: break
        }
    }

    private func give(
        _ answer: CachedResponse, _ work: ClientWriter, _ exchange: any Exchange
    ) {
        note(exchange) { $0.kept = answer }
        work.note { notes in
            notes.format = answer.format
            notes.messages = answer.messages
            notes.warnings = answer.warnings
        }
        var head = answer.head
        head.fields.set("Server-Timing", "cache;desc=hit")
        work.answer(Response(head, body: answer.body))
    }
}
