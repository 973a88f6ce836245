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

extension WorkBudget {
    package func checked<Base: Sequence>(_ base: Base) -> CheckedSequence<Base> {
        CheckedSequence(base, self)
    }
}
