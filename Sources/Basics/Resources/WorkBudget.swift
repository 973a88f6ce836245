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

    /// Reserves bytes that are about to be allocated.
    package func reserve(_ bytes: Int) -> Bool { grant(bytes) }

    /// Releases bytes that were freed.
    package func release(_ bytes: Int) { _ = grant(-bytes) }
}
