import Basics
import Dispatch
import Synchronization

/// The asynchronous jobs of the API. Each is removed `job_seconds` after its end.
package final class AsyncRenderStore: Sendable {
    package struct Counts: Sendable, Equatable {
        package var kept = 0
        package var bytes = 0
        /// Ended jobs, by state.
        package var ended: [String: Int] = [:]
    }

    private struct State: Sendable {
        var jobs: [String: AsyncRender] = [:]
        var ended: [String: Int] = [:]
    }

    let reservation: MemoryReservation
    private let maxJobs: Int
    private let seconds: Double
    private let commentSeconds: Double
    private let state = Mutex(State())
    private let forgetting = DispatchQueue(label: "jobs")
    private let listenerQueue = DispatchQueue(label: "listeners")

    /// - Parameter commentSeconds: the time after which a silent event stream gets a comment.
    package init(
        _ settings: Settings, memory: MemoryBudget? = nil, commentSeconds: Double = 15
    ) {
        self.commentSeconds = commentSeconds
        let limit = min(settings.jobBytes, (memory?.limit ?? .max) / 4)
        reservation = MemoryReservation(memory, limit: limit, isStanding: true)
        maxJobs = settings.jobs
        seconds = settings.jobSeconds
    }

    package var counts: Counts {
        state.withLock { Counts(kept: $0.jobs.count, bytes: reservation.held, ended: $0.ended) }
    }

    /// Returns nil if the number of jobs is at its limit.
    func open(
        requestID: String, ended: @escaping @Sendable (AsyncRender) -> Void
    ) -> AsyncRender? {
        var generator = SystemRandomNumberGenerator()
        let id = Base64.urlText(of: (0..<16).map { _ in generator.next() as UInt8 })
        let job = AsyncRender(
            id: id, requestID: requestID, in: reservation, listenerQueue: listenerQueue
        ) {
            [weak self] job in
            self?.end(job)
            ended(job)
        }
        return state.withLock { state in
            guard state.jobs.count < maxJobs else { return nil }
            state.jobs[id] = job
            return job
        }
    }

    func job(_ id: String) -> AsyncRender? { state.withLock { $0.jobs[id] } }

    /// Cancels and removes a job. Returns false if there is none.
    func remove(_ id: String) -> Bool {
        guard let job = state.withLock({ $0.jobs.removeValue(forKey: id) }) else { return false }
        job.cancel()
        return true
    }

    /// Calls `comment` regularly until it returns false.
    func remind(_ comment: @escaping @Sendable () -> Bool) {
        listenerQueue.asyncAfter(deadline: .now() + commentSeconds) { [weak self] in
            if comment() { self?.remind(comment) }
        }
    }

    private func end(_ job: AsyncRender) {
        let id = job.id
        state.withLock { $0.ended[job.outcome, default: 0] += 1 }
        forgetting.asyncAfter(deadline: .now() + seconds) { [weak self] in
            _ = self?.remove(id)
        }
    }
}
