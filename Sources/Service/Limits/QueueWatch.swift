import Dispatch
import Rendering
import Synchronization

/// Rejects requests that no worker takes in time, even if all workers are busy.
///
/// A single timer is set for the oldest request.
final class QueueWatch: Sendable {
    private let pool: WorkerPool
    private let limit: UInt64
    private let isWatching = Mutex(false)
    private let queue = DispatchQueue(label: "queue-watch")

    init(_ pool: WorkerPool, seconds: Double) {
        self.pool = pool
        limit = UInt64(seconds * 1e9)
    }

    /// Starts the timer for a waiting request.
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
                // Checked under the lock, so that a concurrent request either finds the watch
                // running or restarts it.
                let oldest = pool.oldest
                isWatching = oldest != nil
                if let oldest { look(at: oldest + limit) }
            }
        }
    }
}
