import Dispatch
import Synchronization

/// The parts of one job: whoever has time takes the next.
final class ParallelFor: Sendable {
    private struct State: Sendable {
        var next = 0
        var running = 0
        /// Parts from here on must not begin yet.
        var limit: Int
        /// Somebody found none that may begin.
        var isAwaited = false
    }

    private let count: Int
    private let body: @Sendable (Int, Worker) -> Void
    private let state: Mutex<State>
    /// Signalled for every part that is done.
    private let progress = DispatchSemaphore(value: 0)

    /// - Parameter limit: how many parts may begin before `allow` lets more of them.
    init(count: Int, limit: Int? = nil, body: @escaping @Sendable (Int, Worker) -> Void) {
        self.count = count
        self.body = body
        state = Mutex(State(limit: min(limit ?? count, count)))
    }

    /// Whether a part may begin. Who is told that none may goes away, and is to be called back.
    var offersPart: Bool {
        state.withLock { state in
            if state.next < state.limit { return true }
            state.isAwaited = state.next < count
            return false
        }
    }

    /// Lets parts begin up to a place; says whether somebody had gone away because there were none.
    func allow(_ limit: Int) -> Bool {
        state.withLock { state in
            state.limit = min(limit, count)
            defer { state.isAwaited = false }
            return state.isAwaited
        }
    }

    /// No further part begins.
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

    /// Returns once another part is done than when it returned last.
    func waitForProgress() { progress.wait() }

    /// Returns once no part is under way.
    func waitForOthers() {
        while state.withLock({ $0.running > 0 }) { progress.wait() }
    }
}

/// One place for the result of each part, filled by whoever did it.
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
