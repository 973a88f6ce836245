import HTTP
import Isolation
import Rendering
import Signing
import Synchronization

/// The way back to the process that serves the client.
final class FrameWriter: ResponseWriter {
    let requestID: String
    private let number: UInt32
    private let socket: FrameSocket
    private let seam: FaultInjection?
    private let taken = Mutex(WorkNotes())
    private let cancelled = Atomic(false)
    let signer: (any DocumentSigner)?
    private let remote: RemoteSigner?
    /// Called once the answer is out.
    private let done: @Sendable () -> Void

    private static let pieceBytes = 256 << 10

    init(
        _ number: UInt32, requestID: String, _ socket: FrameSocket, seam: FaultInjection?,
        signature: SignerFacts?, done: @escaping @Sendable () -> Void
    ) {
        self.number = number
        self.requestID = requestID
        self.socket = socket
        self.seam = seam
        self.done = done
        remote = signature.map { RemoteSigner(number, socket, $0) }
        signer = remote
    }

    /// Takes what was asked to be signed.
    func take(signature frame: Frame) { remote?.take(frame) }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
    /// The process that serves the client knows.
    var hasOverflown: Bool { false }

    func cancel() { cancelled.store(true, ordering: .relaxed) }

    func note(_ change: (inout WorkNotes) -> Void) { taken.withLock { change(&$0) } }

    func began(after nanoseconds: UInt64) { seam?.act(at: .start) }

    func answer(_ response: Response, onThisThread: Bool) {
        seam?.act(at: .head)
        var facts = PackedWriter()
        response.head.write(to: &facts)
        taken.withLock { $0.write(to: &facts) }
        end(.answer, facts.bytes, response.body)
    }

    func refuse(_ problem: Problem) {
        note {
            $0.problem = problem.slug
            $0.setting = problem.setting
        }
        answer(Response(problem, requestID: requestID))
    }

    func begin(_ head: ResponseHead) {
        seam?.act(at: .head)
        var facts = PackedWriter()
        head.write(to: &facts)
        _ = send(.head, facts.bytes)
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            guard !isCancelled, send(.piece, body: Array(rest.prefix(Self.pieceBytes))) else {
                return false
            }
            rest = rest.dropFirst(Self.pieceBytes)
            seam?.act(at: .piece)
        }
        return true
    }

    func progressed(_ progress: RenderProgress) {
        var facts = PackedWriter()
        progress.write(to: &facts)
        _ = send(.progress, facts.bytes)
    }

    func finish() { end(.end) }

    func fail() { end(.broken) }

    private func end(_ kind: Frame.Kind, _ facts: [UInt8]? = nil, _ body: [UInt8] = []) {
        var notes = PackedWriter()
        if facts == nil { taken.withLock { $0.write(to: &notes) } }
        _ = send(kind, facts ?? notes.bytes, body: body)
        done()
    }

    /// False where nobody is there any more: the process ends with its socket.
    private func send(
        _ kind: Frame.Kind, _ facts: [UInt8] = [], body: [UInt8] = []
    ) -> Bool {
        (try? socket.send(Frame(kind, number, facts: facts, body: body))) != nil
    }
}
