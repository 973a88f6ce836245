import Dispatch
import Foundation
import Synchronization
package import Typesetting

/// One thread a core, each with a worker of its own, and a bounded queue of jobs in front of them.
///
/// A large job shares its parts with idle workers, and never do large jobs hold all workers. Between two parts a worker lets one small job go
/// first, so that nobody waits for somebody else's hundred thousand messages.
package final class WorkerPool: Sendable {
    /// What came of offering a job.
    package enum Admission: Sendable {
        case accepted(JobTicket)
        case full, closed
    }

    private struct State: Sendable {
        var jobs = JobQueue()
        var groups: [ParallelFor] = []
        var busy = 0
        /// Of those at work, the large ones.
        var large = 0
        /// A job that needs cairo is at work; the others of its kind wait in the queue.
        var isCairoBusy = false
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    /// Why a thread could not be made a worker.
    private let failure = Mutex<WorkerFailure?>(nil)
    private let capacity: Int
    package let size: Int

    /// - Parameter capacity: how many jobs may wait.
    package convenience init(
        size: Int, capacity: Int, fonts: FontTable
    ) throws(WorkerFailure) {
        try self.init(size: size, capacity: capacity) { () throws(WorkerFailure) in
            try Worker(fonts: fonts)
        }
    }

    init(
        size: Int, capacity: Int,
        make: @escaping @Sendable () throws(WorkerFailure) -> Worker
    ) throws(WorkerFailure) {
        self.size = max(1, size)
        self.capacity = capacity
        // Made once here, so that a machine that cannot draw is found out at the start.
        _ = try make()
        let started = DispatchSemaphore(value: 0)
        for number in 0..<self.size {
            let thread = Thread { [self] in
                do throws(WorkerFailure) {
                    let worker = try make()
                    started.signal()
                    serve(worker)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                    started.signal()
                }
            }
            thread.name = "worker-\(number)"
            thread.stackSize = 8 << 20
            thread.start()
        }
        // A thread that the system refuses is not told of; jobs would wait for it for ever.
        for _ in 0..<self.size {
            guard started.wait(timeout: .now() + 10) == .success else { throw .threads }
        }
        if let failure = failure.withLock({ $0 }) {
            close()
            throw failure
        }
    }

    package var queued: Int { state.withLock { $0.jobs.count } }
    package var busy: Int { state.withLock { $0.busy } }

    /// Jobs that wait for cairo, and whether one is at work.
    package var cairo: (isBusy: Bool, queued: Int) {
        state.withLock { ($0.isCairoBusy, $0.jobs.jobs.count(where: \.needsCairo)) }
    }

    /// - Parameters:
    ///   - needsCairo: whether the job is to wait here, where it holds up no worker, until no other one
    ///     draws by cairo.
    ///   - time: when the job came, on the clock that `expire` is told of.
    ///   - expired: called in place of `run` when the job has waited too long.
    package func submit(
        isSmall: Bool, needsCairo: Bool = false, at time: UInt64 = 0,
        orElse expired: @escaping @Sendable () -> Void = {},
        _ run: @escaping @Sendable (Worker) -> Void
    ) -> Admission {
        let admission: Admission = state.withLock { state in
            if state.isClosed { return .closed }
            if state.jobs.count >= capacity { return .full }
            return .accepted(
                state.jobs.append(
                    isSmall: isSmall, needsCairo: needsCairo, queued: time, expire: expired,
                    run: run))
        }
        if case .accepted = admission { wake.signal() }
        return admission
    }

    /// Frees the place of a job that nobody waits for; nothing happens where it has begun.
    package func withdraw(_ ticket: JobTicket) {
        _ = state.withLock { $0.jobs.take(ticket) }
    }

    /// Ends the waiting of all that came at a time or before it.
    package func expire(queuedUpTo time: UInt64) {
        for job in state.withLock({ $0.jobs.take(queuedUpTo: time) }) { job.expire() }
    }

    /// When the oldest of those that wait came.
    package var oldest: UInt64? { state.withLock { $0.jobs.jobs.first?.queued } }

    /// Runs `body` once on every worker, and returns when all have.
    package func onEach(_ body: @escaping @Sendable (Worker) -> Void) {
        let (done, all) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        state.withLock { state in
            for _ in 0..<size {
                // No large ones: those never hold all workers.
                _ = state.jobs.append(
                    isSmall: true, needsCairo: false, queued: .max, expire: {}
                ) { worker in
                    body(worker)
                    done.signal()
                    // Whoever was done first would else take another's turn.
                    all.wait()
                }
            }
        }
        for _ in 0..<size { wake.signal() }
        for _ in 0..<size { done.wait() }
        for _ in 0..<size { all.signal() }
    }

    /// Threads end once the queue is empty.
    package func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<size { wake.signal() }
    }

    /// Runs `body` for every index below `count`, on the caller's worker and on idle ones; returns when
    /// all are done.
    package func forEach(
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

    /// Makes a value for every index below `count`, as above, and delivers them in order on the caller's
    /// thread, each as soon as it is its turn. Nobody makes more than `ahead` of them in advance.
    package func forEach<Value: Sendable, Failure: Error>(
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
            // Room for the next before the delivery, which may take its time.
            if group.allow(index + 1 + ahead) { wake.signal() }
            if let value { try deliver(value) }
        }
    }

    private func serve(_ worker: Worker) {
        while true {
            wake.wait()
            while runJob(on: worker) || helpOut(worker) {}
            guard state.withLock({ $0.isClosed && $0.jobs.jobs.isEmpty }) else { continue }
            // The next one may have used up its own call while jobs were left.
            wake.signal()
            return
        }
    }

    private func runJob(on worker: Worker) -> Bool {
        let next: JobQueue.Job? = state.withLock { state in
            // One worker is left to small jobs: not all of a large one can be stepped aside from.
            let job = state.jobs.takeFirst(
                isLargeAllowed: state.large < max(1, size - 1), isCairoFree: !state.isCairoBusy)
            if let job {
                state.busy += 1
                if !job.isSmall { state.large += 1 }
                if job.needsCairo { state.isCairoBusy = true }
            }
            return job
        }
        guard let job = next else { return false }
        // A small job lets nobody pass: under load it would wait for all that came after it.
        worker.stepsAside = !job.isSmall
        job.run(worker)
        worker.stepsAside = false
        state.withLock { state in
            state.busy -= 1
            if !job.isSmall { state.large -= 1 }
            if job.needsCairo { state.isCairoBusy = false }
        }
        // Others went to sleep although jobs of its kind were there.
        if job.needsCairo { wake.signal() }
        return true
    }

    private func helpOut(_ worker: Worker) -> Bool {
        guard let group = state.withLock({ $0.groups.first { $0.offersPart } }) else {
            return false
        }
        return group.runNext(on: worker)
    }

    private func runSmallJob(on worker: Worker) {
        guard worker.stepsAside else { return }
        guard let job = state.withLock({ $0.jobs.takeFirstSmall() }) else { return }
        worker.stepsAside = false
        job.run(worker)
        worker.stepsAside = true
    }
}
