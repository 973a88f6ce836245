import Basics
import Dispatch
package import Evidence
import Glibc
import HTTP
package import Isolation
import Rendering
import Synchronization
package import System

/// Serves the requests of the front process in a render process, until the front process ends.
package final class WorkerService: Sendable {
    private let socket: FrameSocket
    private let packets: PacketReceiver
    private let backend: InProcessBackend
    /// Whether requests may inject faults; enabled only by tests.
    private let allowsFaults: Bool
    /// The facts about the signer; nil if the front process has no key.
    private let signer: SignerFacts?
    private let writers = Mutex<[UInt32: FrameReply]>([:])

    package init(
        _ socket: FrameSocket, _ packets: PacketReceiver, _ backend: InProcessBackend,
        allowsFaults: Bool,
        signer: SignerFacts? = nil
    ) {
        self.signer = signer
        self.socket = socket
        self.packets = packets
        self.backend = backend
        self.allowsFaults = allowsFaults
    }

    /// Serves until the front process closes its socket.
    ///
    /// - Parameter facts: reported to the front process first.
    package func run(facts: [UInt8]) throws(SystemError) {
        // The front process may be gone already.
        guard (try? socket.send(Frame(.ready, facts: facts))) != nil else { return }
        // One thread more than workers, so that one always receives.
        for _ in 0...backend.pool.size {
            try SystemThread.start(stack: WorkerPool.stackBytes) { [self] in servePackets() }
        }
        while let frame = try socket.receive() {
            switch frame.kind {
            case .request: take(frame)
            case .cancel:
                let writer = writers.withLock { $0[frame.number] }
                writer?.cancel()
                writer.map { withdraw($0) }
            case .signed:
                let writer = writers.withLock { $0[frame.number] }
                writer?.take(signature: frame)
            case .ready, .response, .head, .piece, .end, .broken, .sign, .progress, .small,
                .large:
                return
            }
        }
    }

    /// Receives small requests and renders each on the receiving thread.
    private func servePackets() {
        do throws(SystemError) {
            while let frame = try packets.receive() { take(frame, onThisThread: true) }
        } catch {
            // Invalid packets end the process, as invalid frames do.
            socket.finishSending()
        }
    }

    private func take(_ frame: consuming Frame, onThisThread: Bool = false) {
        let number = frame.number
        guard let request = WorkRequest(frame) else {
            _ = try? socket.send(Frame(.broken, number))
            return
        }
        let fault = allowsFaults ? FaultInjection(request.query) : nil
        let writer = FrameReply(
            number, requestID: request.requestID, socket, fault: fault, signer: signer
        ) { [self] in
            writers.withLock { $0[number] = nil }
        }
        writers.withLock { $0[number] = writer }
        backend.take(
            fault == nil ? request : request.withoutFaults, writer, onThisThread: onThisThread)
    }

    private func withdraw(_ writer: FrameReply) {
        var withdraw: (@Sendable () -> Void)?
        writer.note { withdraw = $0.withdraw }
        withdraw?()
        // A render that has begun checks for cancellation and stops.
    }
}

/// Writes a response to the front process, as frames.
final class FrameReply: WorkReply {
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

/// Asks the front process for signatures, because render processes, which parse untrusted input,
/// never have the key.
final class RemoteSigner: DocumentSigner {
    let room: Int
    let name: String?
    private let number: UInt32
    private let socket: FrameSocket
    /// Parts of one output are rendered concurrently and signed one by one.
    private let asking = Mutex(())
    private let answer = Mutex<Frame?>(nil)
    private let answered = DispatchSemaphore(value: 0)

    /// - Parameter number: the number of the request.
    init(_ number: UInt32, _ socket: FrameSocket, _ facts: SignerFacts) {
        self.number = number
        self.socket = socket
        (room, name) = (facts.room, facts.name)
    }

    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8] {
        try asking.withLock { _ throws(SigningFailure) in
            guard (try? socket.send(Frame(.sign, number, body: digest[...]))) != nil else {
                throw .gone
            }
            // If the front process is gone, this process ends as well.
            answered.wait()
            guard let frame = answer.withLock({ $0.take() }) else { throw .gone }
            return try SignatureReply(frame).message.get()
        }
    }

    func take(_ frame: Frame) {
        answer.withLock { $0 = frame }
        answered.signal()
    }
}

/// The facts about the signer that render processes receive: its name and the size of a signature.
package struct SignerFacts: Sendable {
    let room: Int
    let name: String?

    package init(room: Int, name: String?) {
        self.room = room
        self.name = name
    }
}

/// The reply to a request for a signature, from the process that has the key.
package struct SignatureReply: Sendable {
    let message: Result<[UInt8], SigningFailure>

    package init(_ message: Result<[UInt8], SigningFailure>) { self.message = message }

    /// The reply as facts and body of a frame.
    package var packed: (facts: [UInt8], body: [UInt8]) {
        var writer = PackedWriter()
        switch message {
        case .success(let bytes):
            writer.number(0)
            return (writer.bytes, bytes)
        case .failure(.expired): writer.number(1)
        case .failure(.notYetValid): writer.number(2)
        case .failure(.noRoom(let needed, let room)):
            writer.number(3)
            writer.integer(needed)
            writer.integer(room)
        // Only the command fetches timestamps.
        case .failure(.refused), .failure(.timestamp): writer.number(4)
        case .failure(.gone): writer.number(5)
        }
        return (writer.bytes, [])
    }

    init(_ frame: Frame) {
        var reader = PackedReader(frame.facts)
        message =
            switch reader.number() {
            case 0: .success(Array(frame.body))
            case 1: .failure(.expired)
            case 2: .failure(.notYetValid)
            case 3:
                .failure(.noRoom(needed: reader.integer() ?? 0, room: reader.integer() ?? 0))
            case 4: .failure(.refused)
            default: .failure(.gone)
            }
    }
}

/// A fault that a test requests at a point of a render: `?fault=trap@head`. Accepted only by a
/// process that was started with `--faults`.
struct FaultInjection: Sendable {
    enum Point: String, Sendable {
        /// Before the render.
        case start
        /// Before the response begins.
        case head
        /// After a piece of the response.
        case piece
    }

    static let name = "fault"

    private let fault: String
    private let point: Point

    init?(_ query: [QueryItem]) {
        guard let text = query.first(where: { $0.name == Self.name })?.value else { return nil }
        let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
        guard let fault = parts.first,
            let point = Point(rawValue: parts.dropFirst().first ?? "start")
        else { return nil }
        self.fault = fault
        self.point = point
    }

    func act(at point: Point) {
        guard point == self.point else { return }
        switch fault {
        case "trap": preconditionFailure("fault requested by a test")
        case "exit": _exit(0)
        case "abort": abort()
        case "hang": while true { _ = sched_yield() }
        case "slow": usleep(50_000)
        case "report": ForbiddenAct.report()
        case "memory":
            // Bypasses the memory budget, so that only the system's limits apply.
            var hoard: [[UInt8]] = []
            while hoard.count < 1 << 20 { hoard.append([UInt8](repeating: 1, count: 64 << 20)) }
            preconditionFailure("no memory limit stopped the test fault: \(hoard.count)")
        default: ForbiddenAct(rawValue: fault)?.perform()
        }
    }
}
