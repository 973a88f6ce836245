import Synchronization

/// A number that many threads count in.
struct Counter: ~Copyable, Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    /// Returns the number after it.
    @discardableResult
    borrowing func add(_ count: Int) -> Int {
        number.wrappingAdd(count, ordering: .relaxed).newValue
    }

    @discardableResult
    borrowing func subtract(_ count: Int) -> Int {
        number.wrappingSubtract(count, ordering: .relaxed).newValue
    }
}
