/// The time and memory that a piece of work may still use.
///
/// Loops over input ask at every step and reserve memory before allocating it. A refused budget
/// stays refused: code that cannot throw stops where it is, and its caller asks again and throws.
package struct WorkBudget: Sendable {
    private let grant: @Sendable (_ bytes: Int) -> Bool

    /// - Parameter grant: returns whether work may continue with this many more bytes. Negative
    ///   numbers release bytes.
    package init(_ grant: @escaping @Sendable (_ bytes: Int) -> Bool) {
        self.grant = grant
    }

    package static let unlimited = WorkBudget { _ in true }

    package var mayContinue: Bool { grant(0) }

    package func reserve(_ bytes: Int) -> Bool { grant(bytes) }

    package func release(_ bytes: Int) { _ = grant(-bytes) }

    package func checked<Base: Sequence>(_ base: Base) -> CheckedSequence<Base> {
        CheckedSequence(base, self)
    }
}

/// A sequence that ends early if the budget refuses, which is checked every 256 elements.
///
/// An early end leaves an incomplete result: the caller must ask the budget again and throw.
package struct CheckedSequence<Base: Sequence>: Sequence, IteratorProtocol {
    private var base: Base.Iterator
    private let budget: WorkBudget
    private var taken = 0

    init(_ base: Base, _ budget: WorkBudget) {
        self.base = base.makeIterator()
        self.budget = budget
    }

    package mutating func next() -> Base.Element? {
        taken += 1
        if taken % 256 == 0, !budget.mayContinue { return nil }
        return base.next()
    }
}
