import HTTP
import System

/// The answer of the application, as far as the loop has not taken it.
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
    /// The loop has looked and found nothing: it wants to be woken.
    var isAwaited = false
    /// The block that is being read.
    private var reading: SpillFile.Block?

    init(body: SpillBuffer) {
        self.body = body
    }

    /// Takes a whole answer. A long one is lent: it leaves as its reader takes it, and a thousand
    /// slow readers of the same bytes hold them once.
    mutating func answer(_ response: Response) {
        isFinished = true
        guard response.body.count > SpillFile.blockSize, response.head.status.allowsBody else {
            start = .whole(response)
            return
        }
        start = .streamed(response.head, length: response.body.count)
        body = SpillBuffer(lent: response.body)
    }

    /// The next step, or a block that is to be read first.
    mutating func next(_ most: Int) -> (step: ResponseStep, block: SpillFile.Block?) {
        if isBroken { return (.broken, nil) }
        switch start {
        case .whole(let response):
            start = .taken
            return (.whole(response), nil)
        case .streamed(let head, let length):
            start = .taken
            return (.head(head, length: length), nil)
        case .taken:
            return nextOfBody(most)
        case nil:
            // Finished without an answer: a defect of the application, which the client must not
            // wait for.
            if isFinished { return (.broken, nil) }
            isAwaited = true
            return (.nothing, nil)
        }
    }

    private mutating func nextOfBody(_ most: Int) -> (step: ResponseStep, block: SpillFile.Block?) {
        switch body.next(most) {
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

    /// Takes the contents of the block.
    mutating func received(_ bytes: Result<[UInt8], SystemError>) {
        reading = nil
        switch bytes {
        case .success(let bytes): body.replaceFirst(by: bytes)
        case .failure: isBroken = true
        }
    }

    /// Nobody reads any more: what waits is released.
    mutating func drop() {
        isBroken = true
        body = SpillBuffer(memoryLimit: 0)
    }
}

/// The next step of an answer, as the application gave it.
enum ResponseStep {
    case whole(Response)
    case head(ResponseHead, length: Int?)
    case body(ArraySlice<UInt8>)
    case end
    case broken
    case nothing
}
