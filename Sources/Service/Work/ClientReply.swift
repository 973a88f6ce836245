import Basics
import HTTP
import Model
import Synchronization

/// The reply to a client of this process.
final class ClientReply: WorkReply {
    private let service: RenderService
    private let exchange: any Exchange
    /// Header fields of a successful response.
    private let extra: HeaderFields
    /// The status of a picture that shows a problem.
    private let status: Status?
    /// The format in which a problem is shown; nil for the problem document.
    private let shown: Output.Format?
    /// Whether the client has the rendering, so that 304 is sent instead.
    private let isHeld: Bool
    private let isOver = Atomic(false)
    private let taken = Mutex(WorkNotes())

    init(
        _ service: RenderService, _ exchange: any Exchange, adding extra: HeaderFields = [:],
        status: Status? = nil, showingProblemsAs shown: Output.Format? = nil,
        isHeld: Bool = false
    ) {
        self.isHeld = isHeld
        self.service = service
        self.exchange = exchange
        self.extra = extra
        self.status = status
        self.shown = shown
    }

    var notes: WorkNotes { taken.withLock { $0 } }
    var requestID: String { exchange.requestID }
    var isCanceled: Bool { exchange.isCanceled }
    var hasOverflowed: Bool { exchange.hasOverflowed }

    func note(_ change: (inout WorkNotes) -> Void) { taken.withLock { change(&$0) } }

    func began(after nanoseconds: UInt64) {
        note { $0.queueSeconds = Double(nanoseconds) / 1e9 }
    }

    func answer(_ response: Response, onThisThread: Bool) {
        if isNotModified(response.head) { return }
        if let shown, let problem = Explanation(response) {
            return service.show(problem, as: shown, exchange)
        }
        service.send(
            Response(completed(response.head), body: response.body), exchange,
            onThisThread: onThisThread)
    }

    func begin(_ head: ResponseHead) {
        if isNotModified(head) { return }
        var head = completed(head)
        service.addCommon(&head.fields, exchange)
        exchange.begin(head)
    }

    /// Sends 304 if the client has the rendering; the rest of the rendering is dropped.
    private func isNotModified(_ head: ResponseHead) -> Bool {
        guard isHeld, head.status == 200 else { return false }
        isOver.store(true, ordering: .relaxed)
        service.send(Response(304, extra), exchange)
        return true
    }

    private func completed(_ head: ResponseHead) -> ResponseHead {
        guard head.status == 200 else { return head }
        var fields = head.fields
        // A response created for one request, such as a signed document, has no tag and must not be
        // cached.
        guard fields["cache-control"] != "no-store" else { return head }
        for index in 0..<extra.count { fields.set(extra[index].name, extra[index].value) }
        return ResponseHead(status ?? head.status, fields)
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        isOver.load(ordering: .relaxed) || exchange.write(bytes)
    }

    func finish() { if !isOver.load(ordering: .relaxed) { exchange.finish() } }

    func fail() { if !isOver.load(ordering: .relaxed) { exchange.fail() } }
}
