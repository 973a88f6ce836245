import Dispatch
import HTTP
import Synchronization

/// An exchange whose answer a test takes, step by step.
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
    /// Its client waits to the end and takes all there is.
    let (isCancelled, hasOverflown) = (false, false)

    private let steps = Mutex<[Step]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    init(requestID: String, peer: Peer, head: RequestHead?, received: Instant) {
        self.requestID = requestID
        self.peer = peer
        self.head = head
        self.received = received
    }

    /// Waits for the next step of the answer.
    func next() -> Step {
        arrivals.wait()
        return steps.withLock { $0.removeFirst() }
    }

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
