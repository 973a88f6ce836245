/// The jobs that wait for a worker, in order of arrival.
struct WorkQueue: Sendable {
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
