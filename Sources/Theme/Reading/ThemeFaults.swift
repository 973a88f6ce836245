/// Everything that is wrong with one look, in the order of its keys; never empty.
package struct ThemeFaults: Error, Sendable, Equatable {
    /// A hostile look could have millions; nobody reads more than these.
    static let limit = 20

    package let all: [ThemeFault]

    package var first: ThemeFault { all[0] }

    init?(_ faults: [ThemeFault]) {
        guard !faults.isEmpty else { return nil }
        all = faults
    }

    init(_ fault: ThemeFault) { all = [fault] }
}
