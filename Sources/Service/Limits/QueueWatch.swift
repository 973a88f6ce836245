import Dispatch
import Rendering
import Synchronization

/// Ends the waiting of requests that no worker has taken within a time, however busy all workers
/// are.
///
/// One timer for all: the oldest request is the next to have waited too long.
final class QueueWatch: Sendable {
    private let pool: WorkerPool
    private let limit: UInt64
    private let isWatching = Mutex(false)
    private let queue = DispatchQueue(label: "queue-watch")

    init(_ pool: WorkerPool, seconds: Double) {
        self.pool = pool
        limit = UInt64(seconds * 1e9)
    }

    /// A request has begun to wait.
    func begin(at time: UInt64) {
        isWatching.withLock { isWatching in
            if !isWatching { look(at: time + limit) }
            isWatching = true
        }
    }

    private func look(at time: UInt64) {
        queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: time)) { [self] in
            let now = DispatchTime.now().uptimeNanoseconds
            pool.expire(queuedUpTo: now - limit)
            isWatching.withLock { isWatching in
                // Under the lock: a request that comes now either finds the watch running or starts
                // it again.
                let oldest = pool.oldest
                isWatching = oldest != nil
                if let oldest { look(at: oldest + limit) }
            }
        }
    }
}
