import Dispatch
import HTTP
import Synchronization

/// An exchange whose response the test reads step by step.
final class RecordedExchange: Exchange {
    enum Step: Sendable {
        case whole(Response)
        case head(ResponseHead, length: Int?)
        case body(ArraySlice<UInt8>)
        case end
        case broken
    }

    let requestID: String
    let peer: Peer
    let head: RequestHead?
    let received: Instant
    private let overflowed = Atomic(false)
    var hasOverflowed: Bool { overflowed.load(ordering: .relaxed) }
    private let kept = Mutex<(any ExchangeState)?>(nil)
    var state: (any ExchangeState)? {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
    private let canceled = Atomic(false)
    var isCanceled: Bool { canceled.load(ordering: .relaxed) }

    private let steps = Mutex<[Step]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init(requestID: String, peer: Peer, head: RequestHead?, received: Instant) {
        self.requestID = requestID
        self.peer = peer
        self.head = head
        self.received = received
    }

    /// Waits for the next step of the response.
    func next() -> Step {
        arrivals.wait()
        return steps.withLock { $0.removeFirst() }
    }

    /// Waits for a response that is sent as a whole.
    func whole() throws -> Response {
        guard case .whole(let response) = next() else { throw HeldService.Refused() }
        return response
    }

    /// Leaves no space for what the client has not read.
    func overflow() { overflowed.store(true, ordering: .relaxed) }

    func cancel() { canceled.store(true, ordering: .relaxed) }

    /// Whether nothing has been sent yet.
    var isSilent: Bool { steps.withLock { $0.isEmpty } }

    private func add(_ step: Step) {
        steps.withLock { $0.append(step) }
        arrivals.signal()
    }

    func answer(_ response: Response, onThisThread: Bool) { add(.whole(response)) }
    func begin(_ head: ResponseHead, length: Int?) { add(.head(head, length: length)) }
    func finish() { add(.end) }
    func fail() { add(.broken) }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        add(.body(bytes))
        return true
    }
}
