import Dispatch
import Synchronization

/// The parts of one job. Each idle worker takes the next part.
final class ParallelFor: Sendable {
    private struct State: Sendable {
        var next = 0
        var running = 0
        /// The index from which parts must not begin yet.
        var limit: Int
        /// Whether a worker found no part that may begin.
        var isAwaited = false
    }

    private let count: Int
    private let body: @Sendable (Int, Worker) -> Void
    private let state: Mutex<State>
    /// Signaled for every finished part.
    private let progress = DispatchSemaphore(value: 0)

    /// - Parameter limit: the number of parts that may begin before `allow` raises it.
    init(count: Int, limit: Int? = nil, body: @escaping @Sendable (Int, Worker) -> Void) {
        self.count = count
        self.body = body
        state = Mutex(State(limit: min(limit ?? count, count)))
    }

    /// Whether a part may begin. If not, the worker leaves, and `allow` reports that it must be
    /// woken.
    var offersPart: Bool {
        state.withLock { state in
            if state.next < state.limit { return true }
            state.isAwaited = state.next < count
            return false
        }
    }

    /// Whether no further part will begin.
    var hasBegunAll: Bool { state.withLock { $0.next == count } }

    /// Raises the number of parts that may begin. Returns whether a worker left because there was
    /// none.
    func allow(_ limit: Int) -> Bool {
        state.withLock { state in
            state.limit = min(limit, count)
            defer { state.isAwaited = false }
            return state.isAwaited
        }
    }

    /// Prevents further parts from beginning.
    func close() { state.withLock { $0.next = count } }

    func runNext(on worker: Worker) -> Bool {
        let index: Int? = state.withLock { state in
            guard state.next < state.limit else { return nil }
            state.next += 1
            state.running += 1
            return state.next - 1
        }
        guard let index else { return false }
        body(index, worker)
        state.withLock { $0.running -= 1 }
        progress.signal()
        return true
    }

    /// Returns once another part has finished since the last return.
    func waitForProgress() { progress.wait() }

    /// Returns once no part is running.
    func waitForOthers() {
        while state.withLock({ $0.running > 0 }) { progress.wait() }
    }
}

/// A slot for the result of each part, filled by the worker that ran it.
final class Slots<Value: Sendable>: Sendable {
    private let places: Mutex<[Value?]>

    init(_ count: Int) { places = Mutex(Array(repeating: nil, count: count)) }

    func put(_ value: Value, at index: Int) { places.withLock { $0[index] = value } }

    func take(_ index: Int) -> Value? {
        places.withLock { places in
            let value = places[index]
            places[index] = nil
            return value
        }
    }
}
