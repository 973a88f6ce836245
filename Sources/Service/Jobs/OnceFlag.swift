import Synchronization

final class OnceFlag: Sendable {
    private let isSet = Atomic(false)

    /// Returns true to the first caller.
    func set() -> Bool { !isSet.exchange(true, ordering: .acquiringAndReleasing) }
}
