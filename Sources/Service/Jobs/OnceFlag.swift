import Synchronization

/// Whether something has been done that is to be done once.
final class OnceFlag: Sendable {
    private let isSet = Atomic(false)

    /// True for the first who asks.
    func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
