import Rendering
import Synchronization

/// The state of a rendering from the queue to the task that waits for it.
final class RenderTurn<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, JobError>

    private struct State: Sendable {
        var waiting: CheckedContinuation<Outcome, Never>?
        var ticket: JobTicket?
        var isCanceled = false
        var hasBegun = false
        var isFull = false
    }

    private let pool: WorkerPool
    private let state = Mutex(State())
    private let isCanceled = Atomic(false)

    init(_ pool: WorkerPool) { self.pool = pool }

    /// The control with which the rendering checks whether to continue.
    var control: RenderControl {
        RenderControl(verdict: { [self] _ in
            isCanceled.load(ordering: .relaxed) ? .abandoned : .proceed
        })
    }

    /// Whether the queue was full or closed.
    var isFull: Bool { state.withLock { $0.isFull } }

    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        state.withLock { $0.waiting = continuation }
    }

    func enter(_ admission: WorkerPool.Admission) {
        switch admission {
        case .accepted(let ticket):
            let isCanceled = state.withLock { state in
                state.ticket = ticket
                return state.isCanceled
            }
            if isCanceled { withdraw(ticket) }
        case .done: break
        case .full, .closed:
            state.withLock { $0.isFull = true }
            end(.failure(.render(.abandoned)))
        }
    }

    /// Begins the rendering; called on the worker. Throws if the rendering was canceled before it
    /// began.
    func begin() throws(JobError) {
        let isCanceled = state.withLock { state in
            state.hasBegun = !state.isCanceled
            return state.isCanceled
        }
        if isCanceled { throw .render(.abandoned) }
    }

    /// Resumes the waiting task, once.
    func end(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }

    func cancel() {
        isCanceled.store(true, ordering: .relaxed)
        let ticket = state.withLock { state in
            state.isCanceled = true
            return state.ticket
        }
        if let ticket { withdraw(ticket) }
    }

    /// Removes a waiting job. A rendering that has begun stops at its next check.
    private func withdraw(_ ticket: JobTicket) {
        pool.withdraw(ticket)
        if !state.withLock({ $0.hasBegun }) { end(.failure(.render(.abandoned))) }
    }
}
