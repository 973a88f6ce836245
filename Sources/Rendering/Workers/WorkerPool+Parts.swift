import Dispatch
import Synchronization

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
