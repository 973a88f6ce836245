/// Elements for as long as the work may go on, which is asked at every few hundredth of them.
///
/// Whoever leaves off in the middle has a result that is none: whoever began the work asks again,
/// and throws.
package struct AllowedSteps<Base: Sequence>: Sequence, IteratorProtocol {
    private var base: Base.Iterator
    private let allowance: Allowance
    private var taken = 0

    init(_ base: Base, _ allowance: Allowance) {
        self.base = base.makeIterator()
        self.allowance = allowance
    }

    package mutating func next() -> Base.Element? {
        taken += 1
        if taken % 256 == 0, !allowance.goesOn { return nil }
        return base.next()
    }
}

extension Allowance {
    package func through<Base: Sequence>(_ base: Base) -> AllowedSteps<Base> {
        AllowedSteps(base, self)
    }
}
