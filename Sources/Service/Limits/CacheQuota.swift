import Dispatch
import Synchronization

/// The bytes that answers may be kept in, of the cache or of jobs: those that are kept, those that
/// are on their way there, and those that were put out and are still being read.
final class CacheQuota: Sendable {
    let limit: Int
    private let held = Mutex(0)
    private let account: MemoryReservation?

    init(limit: Int, memory: MemoryBudget?) {
        self.limit = limit
        account = memory.map { MemoryReservation($0, isStanding: true) }
    }

    var bytes: Int { held.withLock { $0 } }

    /// Enters bytes; false where they would be too many, here or in all of the memory there is.
    func take(_ bytes: Int) -> Bool {
        held.withLock { held in
            guard held + bytes <= limit else { return false }
            let now = DispatchTime.now().uptimeNanoseconds
            if let account, account.take(bytes, now: now) != .granted { return false }
            held += bytes
            return true
        }
    }

    func giveBack(_ bytes: Int) {
        held.withLock { held in
            held -= bytes
            _ = account?.take(-bytes, now: 0)
        }
    }
}
