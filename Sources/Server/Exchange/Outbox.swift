import HTTP

/// What the application has answered and the loop has not taken yet.
struct Outbox: ~Copyable, Sendable {
    enum Start {
        case whole(Response)
        case streamed(ResponseHead, length: Int?)
        case taken
    }

    var start: Start?
    var body: SpillBuffer
    var isFinished = false
    var isBroken = false
    /// The loop has looked and found nothing: it wants to be woken.
    var isAwaited = false

    init(body: consuming SpillBuffer) {
        self.body = body
    }

    mutating func next(_ most: Int) -> Piece {
        if isBroken { return .broken }
        switch start {
        case .whole(let response):
            start = .taken
            return .whole(response)
        case .streamed(let head, let length):
            start = .taken
            return .head(head, length: length)
        case .taken:
            return nextOfBody(most)
        case nil:
            // Finished without an answer: a defect of the application, which the client must not
            // wait for.
            if isFinished { return .broken }
            isAwaited = true
            return .nothing
        }
    }

    private mutating func nextOfBody(_ most: Int) -> Piece {
        do throws(SystemError) {
            if let bytes = try body.take(most) { return .body(bytes) }
        } catch {
            isBroken = true
            return .broken
        }
        if isFinished { return .end }
        isAwaited = true
        return .nothing
    }
}
