import HTTP
import System

/// The part of a response that the loop has not taken yet.
struct Outbox: Sendable {
    enum Start {
        case whole(Response)
        case streamed(ResponseHead, length: Int?)
        case taken
    }

    var start: Start?
    var body: SpillBuffer
    var isFinished = false
    var isBroken = false
    /// Whether the loop found nothing to take and must be woken.
    var isAwaited = false
    /// The block being read from the spill file.
    private var reading: SpillFile.Block?

    init(body: SpillBuffer) {
        self.body = body
    }

    /// Takes a whole response. A long body is not copied, so that a thousand slow readers share the
    /// same bytes.
    mutating func answer(_ response: Response) {
        isFinished = true
        guard response.body.count > SpillFile.blockSize, response.head.status.allowsBody else {
            start = .whole(response)
            return
        }
        start = .streamed(response.head, length: response.body.count)
        body = SpillBuffer(lent: response.body)
    }

    /// Returns the next step, or a block that must be read first.
    mutating func next(_ maxBytes: Int) -> (step: ResponseStep, block: SpillFile.Block?) {
        if isBroken { return (.broken, nil) }
        switch start {
        case .whole(let response):
            start = .taken
            return (.whole(response), nil)
        case .streamed(let head, let length):
            start = .taken
            return (.head(head, length: length), nil)
        case .taken:
            return nextOfBody(maxBytes)
        case nil:
            // The application finished without a response, which is a bug. The client must not
            // wait.
            if isFinished { return (.broken, nil) }
            isAwaited = true
            return (.nothing, nil)
        }
    }

    private mutating func nextOfBody(_ maxBytes: Int) -> (
        step: ResponseStep, block: SpillFile.Block?
    ) {
        switch body.next(maxBytes) {
        case .bytes(let bytes): return (.body(bytes), nil)
        case .block(let block):
            isAwaited = true
            defer { reading = block }
            return (.nothing, reading == nil ? block : nil)
        case .nothing:
            if isFinished { return (.end, nil) }
            isAwaited = true
            return (.nothing, nil)
        }
    }

    /// Stores the contents of the block that was read.
    mutating func received(_ bytes: Result<[UInt8], SystemError>) {
        reading = nil
        switch bytes {
        case .success(let bytes): body.replaceFirst(by: bytes)
        case .failure: isBroken = true
        }
    }

    /// Releases the response: the client is gone.
    mutating func drop() {
        isBroken = true
        body = SpillBuffer(memoryLimit: 0)
    }
}

/// A step of a response.
enum ResponseStep {
    case whole(Response)
    case head(ResponseHead, length: Int?)
    case body(ArraySlice<UInt8>)
    case end
    case broken
    case nothing
}
