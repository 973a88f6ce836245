import Dispatch
import Synchronization

/// The parts of one job: whoever has time takes the next.
final class PartGroup: Sendable {
    private struct State: Sendable {
        var next = 0
        var done = 0
    }

    private let count: Int
    private let body: @Sendable (Int, Worker) -> Void
    private let state = Mutex(State())
    private let finished = DispatchSemaphore(value: 0)

    init(count: Int, body: @escaping @Sendable (Int, Worker) -> Void) {
        self.count = count
        self.body = body
    }

    /// Whether every part has somebody at work on it.
    var isTaken: Bool { state.withLock { $0.next >= count } }

    func runNext(on worker: Worker) -> Bool {
        let index: Int? = state.withLock { state in
            guard state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
        guard let index else { return false }
        body(index, worker)
        let isLast = state.withLock { state in
            state.done += 1
            return state.done == count
        }
        if isLast { finished.signal() }
        return true
    }

    func waitForOthers() { finished.wait() }
}
