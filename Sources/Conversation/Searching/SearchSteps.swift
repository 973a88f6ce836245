/// The limit of one request's search for patterns and names, over all of its texts.
///
/// One count for all of them, since a pattern that is cheap on a text is not on two hundred
/// thousand; and the place where long work hears that nobody waits for it any more.
package final class SearchSteps {
    /// Steps between two questions whether to go on: some tens of microseconds.
    private static let interval = 4096

    private let limit: Int
    private let goesOn: () -> Bool
    private(set) var taken = 0
    private var nextQuestion = interval
    /// The pointer of the current search, for the error if it takes too long.
    var pointer = "/options/redact"

    package init(
        limit: Int = Limits().searchSteps, whileTrue goesOn: @escaping () -> Bool = { true }
    ) {
        self.limit = limit
        self.goesOn = goesOn
    }

    func take(_ count: Int) throws(ConversationError) {
        taken &+= count
        guard taken >= nextQuestion || taken > limit else { return }
        guard taken <= limit else {
            throw .tooMany(.searchSteps, limit: limit, pointer: pointer)
        }
        nextQuestion = taken &+ SearchSteps.interval
        guard goesOn() else { throw .stopped }
    }
}
