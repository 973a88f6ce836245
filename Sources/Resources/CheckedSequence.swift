/// Elements for as long as the work may go on, which is asked at every few hundredth of them.
///
/// Whoever leaves off in the middle has a result that is none: whoever began the work asks again,
/// and throws.
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
