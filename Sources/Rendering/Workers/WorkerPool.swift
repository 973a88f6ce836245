import Dispatch
import Synchronization
import System
package import Typesetting

/// One worker a core, as many threads that work with them, and a bounded queue of jobs in front of
/// them.
///
/// A worker is lent to one thread at a time: to one of the pool's, or to one that brings a small
/// job while one is idle and nobody waits, and does it itself.
///
/// A large job shares its parts with idle workers, and never do large jobs hold all workers.
/// Between two parts a worker lets one small job go first, so that nobody waits for somebody else's
/// hundred thousand messages.
package final class WorkerPool: Sendable {
    /// The result of offering a job.
    package enum Admission: Sendable {
        case accepted(JobTicket)
        /// The job was done on the thread that brought it.
        case done
        case full, closed
    }

    struct State: Sendable {
        var jobs = JobQueue()
        var groups: [ParallelFor] = []
        var idle: [IdleWorker] = []
        var busy = 0
        /// The number of large jobs at work.
        var large = 0
        /// A job that needs cairo is at work; the others of its kind wait in the queue.
        var isCairoBusy = false
        var isClosed = false

        var hasWork: Bool { !jobs.isEmpty || groups.contains { $0.offersPart } }
    }

    let state = Mutex(State())
    let wake = DispatchSemaphore(value: 0)
    /// Why a thread could not be made a worker.
    private let failure = Mutex<WorkerFailure?>(nil)
    private let capacity: Int
    package let size: Int
    /// The stack size of a worker's thread, because jobs nest as deeply as a caller's input may.
    package static let stackBytes = 8 << 20

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

    /// Jobs that wait for cairo, and whether one is at work.
    package var cairo: (isBusy: Bool, queued: Int) {
        state.withLock { ($0.isCairoBusy, $0.jobs.jobs.count(where: \.needsCairo)) }
    }

    /// - Parameters:
    ///   - needsCairo: whether the job is to wait here, where it holds up no worker, until no other
    ///     one draws by cairo.
    ///   - time: when the job came, on the clock that `expire` is told of.
    ///   - isHere: whether the caller's thread may do a small job itself.
    ///   - expired: called in place of `run` when the job has waited too long.
    package func submit(
        isSmall: Bool, needsCairo: Bool = false, at time: UInt64 = 0, isHere: Bool = false,
        orElse expired: @escaping @Sendable () -> Void = {},
        _ run: @escaping @Sendable (Worker) -> Void
    ) -> Admission {
        if isHere, isSmall, let worker = takeIdle() {
            run(worker.worker)
            giveBack(worker)
            return .done
        }
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

    /// A worker for a small job that nobody else waits with.
    private func takeIdle() -> IdleWorker? {
        state.withLock { state in
            guard state.jobs.isEmpty, !state.isClosed, let worker = state.idle.popLast() else {
                return nil
            }
            state.busy += 1
            return worker
        }
    }

    /// Returns the worker. Jobs that arrived meanwhile are for the pool's threads.
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
                case .part(let group): _ = group.runNext(on: worker)
                case .job(let job):
                    // A small job lets nobody pass: under load it would wait for all that came
                    // after it.
                    worker.stepsAside = !job.isSmall
                    job.run(worker)
                    worker.stepsAside = false
                }
                done(work, idle)
            }
            guard state.withLock({ $0.isClosed && $0.jobs.isEmpty }) else { continue }
            // The next one may have used up its own call while jobs were left.
            wake.signal()
            return
        }
    }

    private enum Work {
        case job(JobQueue.Job)
        case part(ParallelFor)
    }

    /// Work and who is to do it, both or neither: whoever gives a worker back calls for what is
    /// left.
    private func takeWork() -> (Work, IdleWorker)? {
        state.withLock { state in
            guard let worker = state.idle.last else { return nil }
            // One worker is left to small jobs: not all of a large one can be stepped aside from.
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
        state.withLock { state in
            state.idle.append(worker)
            guard case .job(let job) = work else { return }
            state.busy -= 1
            if !job.isSmall { state.large -= 1 }
            if job.needsCairo { state.isCairoBusy = false }
        }
        // Others went to sleep although jobs of its kind were there.
        if case .job(let job) = work, job.needsCairo { wake.signal() }
    }
}

/// A worker that no thread works with.
///
/// `@unchecked Sendable`: who takes it out of the pool's state is the only one that has it, until
/// it is put back there.
struct IdleWorker: @unchecked Sendable {
    let worker: Worker
}
