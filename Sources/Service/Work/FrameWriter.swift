import Basics
import Evidence
import HTTP
import Isolation
import Rendering
import Synchronization

/// Writes a response to the front process, as frames.
final class FrameWriter: ResponseWriter {
    let requestID: String
    private let number: UInt32
    private let socket: FrameSocket
    private let fault: FaultInjection?
    private let taken = Mutex(WorkNotes())
    private let canceled = Atomic(false)
    let signer: (any DocumentSigner)?
    private let remote: RemoteSigner?
    /// Called once the response is sent.
    private let done: @Sendable () -> Void

    private static let pieceBytes = 256 << 10

    init(
        _ number: UInt32, requestID: String, _ socket: FrameSocket, fault: FaultInjection?,
        signer: SignerFacts?, done: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.requestID = requestID
        self.socket = socket
        self.fault = fault
        self.done = done
        remote = signer.map { RemoteSigner(number, socket, $0) }
        self.signer = remote
    }

    /// Takes the reply of the signer.
    func take(signature frame: Frame) { remote?.take(frame) }

    var isCanceled: Bool { canceled.load(ordering: .relaxed) }
    /// Only the front process knows whether the client reads too slowly.
    var hasOverflowed: Bool { false }

    func cancel() { canceled.store(true, ordering: .relaxed) }

    func note(_ change: (inout WorkNotes) -> Void) { taken.withLock { change(&$0) } }

    func began(after nanoseconds: UInt64) { fault?.act(at: .start) }

    func answer(_ response: Response, onThisThread: Bool) {
        fault?.act(at: .head)
        end(.response, response)
    }

    func refuse(_ problem: Explanation) {
        note(problem)
        answer(Response(problem, requestID: requestID))
    }

    func begin(_ head: ResponseHead) {
        fault?.act(at: .head)
        var facts = PackedWriter()
        head.write(to: &facts)
        _ = send(.head, facts.bytes)
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            guard !isCanceled, send(.piece, body: rest.prefix(Self.pieceBytes)) else {
                return false
            }
            rest = rest.dropFirst(Self.pieceBytes)
            fault?.act(at: .piece)
        }
        return true
    }

    func progressed(_ progress: RenderProgress) {
        var facts = PackedWriter()
        progress.write(to: &facts)
        _ = send(.progress, facts.bytes)
    }

    func resized(isSmall: Bool) { _ = send(isSmall ? .small : .large) }

    func finish() { end(.end) }

    func fail() { end(.broken) }

    func fail(because problem: Response) { end(.broken, problem) }

    private func end(_ kind: Frame.Kind, _ response: Response) {
        var facts = PackedWriter()
        response.head.write(to: &facts)
        taken.withLock { $0.write(to: &facts) }
        end(kind, facts.bytes, response.body[...])
    }

    private func end(
        _ kind: Frame.Kind, _ facts: [UInt8]? = nil, _ body: ArraySlice<UInt8> = []
    ) {
        var notes = PackedWriter()
        if facts == nil { taken.withLock { $0.write(to: &notes) } }
        _ = send(kind, facts ?? notes.bytes, body: body)
        done()
    }

    /// Returns false if the front process is gone; this process then ends as well.
    private func send(
        _ kind: Frame.Kind, _ facts: [UInt8] = [], body: ArraySlice<UInt8> = []
    ) -> Bool {
        (try? socket.send(Frame(kind, number, facts: facts, body: body))) != nil
    }
}
