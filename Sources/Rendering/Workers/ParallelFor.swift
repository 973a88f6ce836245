import Dispatch
import Synchronization

/// The parts of one job. Each idle worker takes the next part.
final class ParallelFor: Sendable {
    private struct State: Sendable {
        /// The first part that has not begun.
        var next = 0
        /// The parts that begin before their turn, in reverse, and those of them that have begun.
        var early: [Int]
        var begun: Set<Int> = []
        var running = 0
        /// The index from which parts must not begin yet.
        var limit: Int
        /// Whether a worker found no part that may begin.
        var isAwaited = false

        mutating func take(isHelper: Bool) -> Int? {
            while isHelper, let index = early.popLast() {
                if index >= next { return begin(index) }
            }
            return next < limit ? begin(next) : nil
        }

        private mutating func begin(_ index: Int) -> Int {
            begun.insert(index)
            while begun.remove(next) != nil { next += 1 }
            running += 1
            return index
        }
    }

    private let count: Int
    private let body: @Sendable (Int, Worker) -> Void
    private let state: Mutex<State>
    /// Signaled for every finished part.
    private let progress = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - limit: the number of parts that may begin before `allow` raises it.
    ///   - slow: the parts that take long, in order. Helpers begin with them, so that none is left
    ///     when the others have finished.
    init(
        count: Int, limit: Int? = nil, slow: [Int] = [],
        body: @escaping @Sendable (Int, Worker) -> Void
    ) {
        self.count = count
        self.body = body
        let limit = min(limit ?? count, count)
        state = Mutex(State(early: slow.filter { $0 < limit }.reversed(), limit: limit))
    }

    /// Whether a part may begin. If not, the worker leaves, and `allow` reports that it must be
    /// woken.
    var offersPart: Bool {
        state.withLock { state in
            if state.next < state.limit || !state.early.isEmpty { return true }
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
    func close() { state.withLock { ($0.next, $0.early) = (count, []) } }

    /// - Parameter isHelper: whether the worker is not the one that runs the job.
    func runNext(on worker: Worker, isHelper: Bool = false) -> Bool {
        guard let index = state.withLock({ $0.take(isHelper: isHelper) }) else { return false }
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
