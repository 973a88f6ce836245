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

/// Splits large jobs into parts, of which idle workers take a share.
extension WorkerPool {
    /// Runs `body` for every index below `count`, on the caller's worker and on idle ones. Returns
    /// when all calls have finished.
    func forEach(
        _ count: Int, on worker: Worker, _ body: @escaping @Sendable (Int, Worker) -> Void
    ) {
        guard count > 1, size > 1 else {
            for index in 0..<count {
                runSmallJob(on: worker)
                body(index, worker)
            }
            return
        }
        let group = ParallelFor(count: count, body: body)
        state.withLock { $0.groups.append(group) }
        for _ in 0..<min(size - 1, count - 1) { wake.signal() }
        while group.runNext(on: worker) { runSmallJob(on: worker) }
        state.withLock { state in state.groups.removeAll { $0 === group } }
        group.waitForOthers()
    }

    /// Makes a value for every index below `count` in parallel, and delivers the values in order on
    /// the caller's thread, each as soon as possible. At most `ahead` values are made in advance.
    func forEach<Value: Sendable, Failure: Error>(
        _ count: Int, on worker: Worker, ahead: Int,
        make: @escaping @Sendable (Int, Worker) -> Value,
        deliver: (Value) throws(Failure) -> Void
    ) throws(Failure) {
        guard count > 1, size > 1 else {
            for index in 0..<count {
                runSmallJob(on: worker)
                try deliver(make(index, worker))
            }
            return
        }
        let made = Slots<Value>(ahead)
        let group = ParallelFor(count: count, limit: ahead) { index, worker in
            made.put(make(index, worker), at: index % ahead)
        }
        state.withLock { $0.groups.append(group) }
        defer {
            group.close()
            state.withLock { state in state.groups.removeAll { $0 === group } }
            group.waitForOthers()
        }
        for _ in 0..<min(size - 1, count - 1) { wake.signal() }
        for index in 0..<count {
            var value = made.take(index % ahead)
            while value == nil {
                if group.runNext(on: worker) {
                    runSmallJob(on: worker)
                } else {
                    group.waitForProgress()
                }
                value = made.take(index % ahead)
            }
            // Allow the next part before delivering, because delivering may take long.
            if group.allow(index + 1 + ahead) { wake.signal() }
            if let value { try deliver(value) }
        }
    }

    private func runSmallJob(on worker: Worker) {
        guard !worker.isAtSmallJob, !worker.isBetweenParts else { return }
        guard let job = state.withLock({ $0.jobs.takeFirstSmall() }) else { return }
        (worker.isAtSmallJob, worker.isBetweenParts) = (true, true)
        job.run(worker)
        (worker.isAtSmallJob, worker.isBetweenParts) = (false, false)
    }
}
