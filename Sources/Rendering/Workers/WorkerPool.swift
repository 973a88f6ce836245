import Dispatch
import Synchronization
import System
import Typesetting

/// One worker per core, a thread for each of them, and a bounded queue of jobs.
///
/// A worker is lent to one thread at a time. Usually this is a thread of the pool. A thread that
/// submits a small job while a worker is idle and the queue is empty runs the job itself.
///
/// A large job shares its parts with idle workers, but large jobs never occupy all workers. Between
/// two parts a worker runs one small job, so that no small job waits for another client's hundred
/// thousand messages.
package final class WorkerPool: Sendable {
    package enum Admission: Sendable {
        case accepted(JobTicket)
        /// The job ran on the submitting thread.
        case done
        case full, closed
    }

    package enum Removal: Sendable {
        case expired, withdrawn
    }

    private struct State: Sendable {
        var jobs = WorkQueue()
        var groups: [ParallelFor] = []
        var idle: [IdleWorker] = []
        var busy = 0
        var large = 0
        /// Whether a job that needs cairo is running. Others of its kind wait in the queue.
        var isCairoBusy = false
        var isClosed = false

        var hasWork: Bool { !jobs.isEmpty || groups.contains { $0.offersPart } }
    }

    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    /// The reason why a thread could not create its worker.
    private let failure = Mutex<WorkerFailure?>(nil)
    private let capacity: Int
    package let size: Int
    /// The stack size of a worker's thread. Jobs recurse as deeply as the input is nested.
    package static let stackBytes = 8 << 20

    /// - Parameter capacity: the maximum number of waiting jobs.
    convenience init(
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
        // Create one worker here, so that a machine that cannot draw fails at startup.
        _ = try make()
        let started = DispatchSemaphore(value: 0)
        for _ in 0..<self.size {
            do throws(SystemError) {
                try SystemThread.start(stack: Self.stackBytes) { [self] in
                    do throws(WorkerFailure) {
                        let worker = IdleWorker(worker: try make())
                        state.withLock { $0.idle.append(worker) }
                        started.signal()
                        serve()
                    } catch {
                        failure.withLock { $0 = $0 ?? error }
                        started.signal()
                    }
                }
            } catch {
                close()
                throw .threads
            }
        }
        for _ in 0..<self.size { started.wait() }
        if let failure = failure.withLock({ $0 }) {
            close()
            throw failure
        }
    }

    package var queued: Int { state.withLock { $0.jobs.count } }
    package var busy: Int { state.withLock { $0.busy } }

    /// The number of jobs that wait for cairo, and whether one is running.
    package var cairo: (isBusy: Bool, queued: Int) {
        state.withLock { ($0.isCairoBusy, $0.jobs.jobs.count(where: \.needsCairo)) }
    }

    /// - Parameters:
    ///   - needsCairo: whether the job waits in the queue, without occupying a worker, until no
    ///     other job draws with cairo.
    ///   - time: the job's arrival, on the clock that `expire` uses.
    ///   - isHere: whether the caller's thread may run a small job itself.
    ///   - drop: called instead of `run` if the job has waited too long or is withdrawn.
    package func submit(
        isSmall: Bool, needsCairo: Bool = false, at time: UInt64 = 0, isHere: Bool = false,
        orElse drop: @escaping @Sendable (Removal) -> Void = { _ in },
        _ run: @escaping @Sendable (Worker) -> Void
    ) -> Admission {
        if isHere, isSmall, let worker = takeIdle() {
            run(worker.worker)
            worker.worker.isAtSmallJob = true
            worker.worker.forget()
            giveBack(worker)
            return .done
        }
        let admission: Admission = state.withLock { state in
            if state.isClosed { return .closed }
            if state.jobs.count >= capacity { return .full }
            return .accepted(
                state.jobs.append(
                    isSmall: isSmall, needsCairo: needsCairo, queued: time, drop: drop, run: run))
        }
        if case .accepted = admission { wake.signal() }
        return admission
    }

    /// Removes a job that nobody waits for; does nothing if the job has begun.
    package func withdraw(_ ticket: JobTicket) {
        state.withLock { $0.jobs.take(ticket) }?.drop(.withdrawn)
    }

    /// Expires all jobs that arrived at or before a time.
    package func expire(queuedUpTo time: UInt64) {
        for job in state.withLock({ $0.jobs.take(queuedUpTo: time) }) { job.drop(.expired) }
    }

    /// The arrival of the oldest waiting job.
    package var oldest: UInt64? { state.withLock { $0.jobs.jobs.first?.queued } }

    /// Runs `body` once on every worker, and returns when all calls have finished.
    package func onEach(_ body: @escaping @Sendable (Worker) -> Void) {
        let (done, all) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        state.withLock { state in
            for _ in 0..<size {
                // The jobs are not large, because large jobs never occupy all workers.
                _ = state.jobs.append(
                    isSmall: true, needsCairo: false, queued: .max, drop: { _ in }
                ) { worker in
                    body(worker)
                    done.signal()
                    // Otherwise a worker that finishes early would take another worker's turn.
                    all.wait()
                }
            }
        }
        for _ in 0..<size { wake.signal() }
        for _ in 0..<size { done.wait() }
        for _ in 0..<size { all.signal() }
    }

    /// Closes the pool. Threads end once the queue is empty.
    package func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<size { wake.signal() }
    }

    /// Takes an idle worker for a small job if no other job is waiting.
    private func takeIdle() -> IdleWorker? {
        state.withLock { state in
            guard state.jobs.isEmpty, !state.isClosed, let worker = state.idle.popLast() else {
                return nil
            }
            state.busy += 1
            return worker
        }
    }

    /// Returns the worker, and wakes a thread of the pool if jobs arrived meanwhile.
    private func giveBack(_ worker: IdleWorker) {
        let hasWork = state.withLock { state in
            state.busy -= 1
            state.idle.append(worker)
            return state.hasWork
        }
        if hasWork { wake.signal() }
    }

    private func serve() {
        while true {
            wake.wait()
            while let (work, idle) = takeWork() {
                let worker = idle.worker
                switch work {
                case .part(let group): _ = group.runNext(on: worker, isHelper: true)
                case .job(let job):
                    // A small job is never interrupted: under load it would wait for all later
                    // ones.
                    worker.isAtSmallJob = job.isSmall
                    job.run(worker)
                    worker.isAtSmallJob = true
                }
                done(work, idle)
            }
            guard state.withLock({ $0.isClosed && $0.jobs.isEmpty }) else { continue }
            // The next thread may have used up its own signal while jobs were left.
            wake.signal()
            return
        }
    }

    private enum Work {
        case job(WorkQueue.Job)
        case part(ParallelFor)
    }

    /// Takes work and a worker for it, both or neither. The thread that returns a worker signals if
    /// work is left.
    private func takeWork() -> (Work, IdleWorker)? {
        state.withLock { state in
            guard let worker = state.idle.last else { return nil }
            // One worker is reserved for small jobs, because a large job cannot be interrupted
            // everywhere.
            if let job = state.jobs.takeFirst(
                isLargeAllowed: state.large < max(1, size - 1), isCairoFree: !state.isCairoBusy)
            {
                state.busy += 1
                if !job.isSmall { state.large += 1 }
                if job.needsCairo { state.isCairoBusy = true }
                state.idle.removeLast()
                return (.job(job), worker)
            }
            guard let group = state.groups.first(where: { $0.offersPart }) else { return nil }
            state.idle.removeLast()
            return (.part(group), worker)
        }
    }

    private func done(_ work: Work, _ worker: IdleWorker) {
        switch work {
        case .job: worker.worker.forget()
        case .part(let group): if group.hasBegunAll { worker.worker.forget() }
        }
        state.withLock { state in
            // Workers that helped may have left before the last part.
            if case .job(let job) = work, !job.isSmall {
                for idle in state.idle { idle.worker.forget() }
            }
            state.idle.append(worker)
            guard case .job(let job) = work else { return }
            state.busy -= 1
            if !job.isSmall { state.large -= 1 }
            if job.needsCairo { state.isCairoBusy = false }
        }
        // Other threads may have gone to sleep although such jobs were waiting.
        if case .job(let job) = work, job.needsCairo { wake.signal() }
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
    ///
    /// - Parameter slow: the indices whose values take long to make.
    func forEach<Value: Sendable, Failure: Error>(
        _ count: Int, on worker: Worker, ahead: Int, slow: [Int] = [],
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
        let group = ParallelFor(count: count, limit: ahead, slow: slow) { index, worker in
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

/// A worker that no thread uses.
///
/// `@unchecked Sendable`: the thread that takes a worker out of the pool's state has exclusive
/// access until it returns the worker.
private struct IdleWorker: @unchecked Sendable {
    let worker: Worker
}

/// The jobs that wait for a worker, in order of arrival.
private struct WorkQueue: Sendable {
    struct Job: Sendable {
        let ticket: JobTicket
        let isSmall: Bool
        /// Whether cairo draws the job's letters, which it can do for only one conversation at a
        /// time.
        let needsCairo: Bool
        let queued: UInt64
        /// Called instead of `run` if the job is removed.
        let drop: @Sendable (WorkerPool.Removal) -> Void
        let run: @Sendable (Worker) -> Void
    }

    private(set) var jobs: [Job] = []
    private var tickets = 0

    var count: Int { jobs.count }
    var isEmpty: Bool { jobs.isEmpty }

    mutating func append(
        isSmall: Bool, needsCairo: Bool, queued: UInt64,
        drop: @escaping @Sendable (WorkerPool.Removal) -> Void,
        run: @escaping @Sendable (Worker) -> Void
    ) -> JobTicket {
        tickets += 1
        let ticket = JobTicket(number: tickets)
        jobs.append(
            Job(
                ticket: ticket, isSmall: isSmall, needsCairo: needsCairo, queued: queued,
                drop: drop, run: run))
        return ticket
    }

    mutating func takeFirst(isLargeAllowed: Bool, isCairoFree: Bool) -> Job? {
        guard isLargeAllowed else { return takeFirstSmall() }
        return jobs.firstIndex { isCairoFree || !$0.needsCairo }.map { jobs.remove(at: $0) }
    }

    mutating func takeFirstSmall() -> Job? {
        jobs.firstIndex { $0.isSmall && !$0.needsCairo }.map { jobs.remove(at: $0) }
    }

    mutating func take(_ ticket: JobTicket) -> Job? {
        jobs.firstIndex { $0.ticket == ticket }.map { jobs.remove(at: $0) }
    }

    /// Removes and returns the jobs queued at or before a time.
    mutating func take(queuedUpTo time: UInt64) -> [Job] {
        let count = jobs.firstIndex { $0.queued > time } ?? jobs.count
        defer { jobs.removeFirst(count) }
        return Array(jobs.prefix(count))
    }
}

package struct JobTicket: Sendable, Hashable {
    fileprivate let number: Int
}
