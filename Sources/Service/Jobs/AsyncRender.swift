import Basics
import Dispatch
import HTTP
import Rendering
import Synchronization

/// A job of the API: a render whose client does not wait. Its result stays in memory for a while.
final class AsyncRender: ResponseWriter {
    /// 128 random bits, which cannot be guessed.
    let id: String
    let requestID: String
    let began = DispatchTime.now().uptimeNanoseconds

    private let reservation: MemoryReservation
    /// Calls the listeners one by one, and not on the worker's thread, which may hold a lock.
    private let listenerQueue: DispatchQueue
    private let state = Mutex(State())
    /// Called once, at the end of the job.
    private let ended: @Sendable (AsyncRender) -> Void

    enum Phase: String, Sendable {
        case queued, running, done, failed

        var isOver: Bool { self == .done || self == .failed }
    }

    /// A listener, called after each change. Returns false to be removed.
    struct Listener: Sendable {
        let notify: @Sendable (AsyncRender) -> Bool
    }

    private struct State: Sendable {
        var phase = Phase.queued
        var isCanceled = false
        var progress: RenderProgress?
        var head: ResponseHead?
        var pieces: [[UInt8]] = []
        var bytes = 0
        /// The complete response: the rendering or the problem.
        var answer: Response?
        var notes = WorkNotes()
        var listeners: [ObjectIdentifier: Listener] = [:]
    }

    static let maxListeners = 16

    init(
        id: String, requestID: String, in reservation: MemoryReservation,
        listenerQueue: DispatchQueue,
        ended: @escaping @Sendable (AsyncRender) -> Void
    ) {
        self.id = id
        self.requestID = requestID
        self.reservation = reservation
        self.listenerQueue = listenerQueue
        self.ended = ended
    }

    deinit { reservation.release(state.withLock { $0.bytes }) }

    var phase: Phase { state.withLock { $0.phase } }
    /// The state of an ended job, for the log and the metrics.
    var outcome: String { isCanceled ? "cancelled" : phase.rawValue }
    var notes: WorkNotes { state.withLock { $0.notes } }
    var bytes: Int { state.withLock { $0.bytes } }
    /// The result; nil before the end.
    var answer: Response? { state.withLock { $0.answer } }

    /// Cancels the render. An ended job keeps its outcome.
    func cancel() {
        let withdraw: (@Sendable () -> Void)? = state.withLock { state in
            guard !state.phase.isOver else { return nil }
            state.isCanceled = true
            return state.notes.withdraw
        }
        withdraw?()
    }

    // MARK: Listeners

    /// Returns false if there are too many listeners.
    func add(_ listener: Listener, _ id: ObjectIdentifier) -> Bool {
        let isAdded = state.withLock { state in
            guard state.listeners.count < Self.maxListeners else { return false }
            state.listeners[id] = listener
            return true
        }
        if isAdded { notify(only: id) }
        return isAdded
    }

    func isHeard(by id: ObjectIdentifier) -> Bool { state.withLock { $0.listeners[id] != nil } }

    func remove(_ id: ObjectIdentifier) {
        state.withLock { _ = $0.listeners.removeValue(forKey: id) }
    }

    private func notify(only one: ObjectIdentifier? = nil) {
        guard state.withLock({ !$0.listeners.isEmpty }) else { return }
        listenerQueue.async { [self] in
            let listeners = state.withLock { $0.listeners }
            for (id, listener) in listeners where one == nil || one == id {
                if !listener.notify(self) { remove(id) }
            }
        }
    }

    // MARK: ResponseWriter

    var isCanceled: Bool { state.withLock { $0.isCanceled } }
    var hasOverflowed: Bool { false }

    func note(_ change: (inout WorkNotes) -> Void) { state.withLock { change(&$0.notes) } }

    func began(after nanoseconds: UInt64) {
        state.withLock { state in
            state.notes.queueSeconds = Double(nanoseconds) / 1e9
            if state.phase == .queued { state.phase = .running }
        }
        notify()
    }

    func progressed(_ progress: RenderProgress) {
        state.withLock { state in
            // A retry starts over.
            guard progress.fraction > state.progress?.fraction ?? 0 else { return }
            state.progress = progress
        }
        notify()
    }

    func answer(_ response: Response, onThisThread: Bool) {
        let bytes = response.body.capacity
        guard reservation.reserve(bytes) else { return refuse(noRoom(for: bytes)) }
        state.withLock { $0.bytes += bytes }
        end(as: response.head.status == 200 ? .done : .failed, response)
    }

    func refuse(_ problem: Explanation) {
        note(problem)
        end(as: .failed, Response(problem, requestID: requestID))
    }

    func begin(_ head: ResponseHead) { state.withLock { $0.head = head } }

    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard reservation.reserve(bytes.count) else {
            refuse(noRoom(for: state.withLock { $0.bytes } + bytes.count))
            return false
        }
        return state.withLock { state in
            guard !state.phase.isOver else {
                reservation.release(bytes.count)
                return false
            }
            state.bytes += bytes.count
            state.pieces.append(Array(bytes))
            return true
        }
    }

    func finish() {
        var (head, pieces) = state.withLock { state in
            defer { state.pieces = [] }
            return (state.head, state.pieces)
        }
        guard let head else { return fail() }
        var body: [UInt8] = []
        body.reserveCapacity(pieces.reduce(0) { $0 + $1.count })
        // Each piece is freed once it is copied, so the body is not held twice.
        pieces.reverse()
        while let piece = pieces.popLast() { body += piece }
        end(as: .done, Response(head, body: body))
    }

    /// - Parameter bytes: the size of this job's result so far.
    private func noRoom(for bytes: Int) -> Explanation {
        bytes > reservation.limit
            ? .resultTooLarge(reservation.limit)
            : .jobsFull(setting: .jobBytes, reservation.limit)
    }

    func fail() { refuse(.jobLost) }

    func fail(because problem: Response) { end(as: .failed, problem) }

    private func end(as phase: Phase, _ answer: Response) {
        let isFirst = state.withLock { state in
            guard !state.phase.isOver else { return false }
            state.phase = phase
            // Listeners of a deleted job get its end as well, whatever its render reports.
            let isDeleted = phase == .failed && state.isCanceled
            state.answer = isDeleted ? Response(.jobDeleted, requestID: requestID) : answer
            if phase == .failed {
                reservation.release(state.bytes)
                state.bytes = 0
                state.pieces = []
            }
            state.notes.reservation = nil
            state.notes.withdraw = nil
            return true
        }
        guard isFirst else { return }
        notify()
        ended(self)
    }

    // MARK: Status

    /// - Parameter keptFor: the seconds for which a result is kept.
    func json(keptFor: Double) -> [UInt8] {
        let state = state.withLock { $0 }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("state", state.phase.rawValue)
            writer.key("progress")
            writer.object { writer in
                let fraction = state.phase == .done ? 1 : state.progress?.fraction ?? 0
                writer.member("fraction", (fraction * 1_000).rounded() / 1_000)
                if let progress = state.progress, state.phase == .running {
                    writer.member("stage", "\(progress.stage)")
                    writer.member("done", progress.done)
                    writer.member("of", progress.all)
                }
                writer.member("bytes", state.bytes)
            }
            writer.member("kept_seconds", keptFor)
            switch state.phase {
            case .queued, .running: break
            case .done:
                writer.member("result", "/jobs/\(id)/result")
                writer.member("type", state.answer?.head.fields["content-type"] ?? "")
            case .failed:
                // Always JSON: problems are shown as pictures only for GET, which does not create
                // jobs.
                guard let answer = state.answer, let problem = try? JSONValue(parsing: answer.body)
                else { break }
                writer.key("problem")
                writer.value(problem)
            }
        }
        return writer.drain()
    }
}
