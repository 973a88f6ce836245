/// The time and memory that a piece of work may still use. Memory is entered before it is taken.
///
/// Whoever loops over what a caller sent asks at every step. Once refused it stays refused, so that
/// work that cannot throw may leave off where it is: whoever began it asks again, and throws.
package struct WorkBudget: Sendable {
    private let grant: @Sendable (_ bytes: Int) -> Bool

    /// - Parameter grant: whether work may go on with so many bytes more; fewer than none come
    ///   back.
    package init(_ grant: @escaping @Sendable (_ bytes: Int) -> Bool) {
        self.grant = grant
    }

    package static let unlimited = WorkBudget { _ in true }

    package var mayContinue: Bool { grant(0) }

    /// Enters bytes that are about to be taken.
    package func reserve(_ bytes: Int) -> Bool { grant(bytes) }

    /// Strikes out bytes that are no longer held.
    package func release(_ bytes: Int) { _ = grant(-bytes) }
}
