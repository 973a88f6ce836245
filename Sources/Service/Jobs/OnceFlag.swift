import Synchronization

/// A flag that is set once.
final class OnceFlag: Sendable {
    private let isSet = Atomic(false)

    /// Returns true to the first caller.
    func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
