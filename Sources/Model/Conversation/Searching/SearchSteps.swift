/// The budget for searching patterns and names in all texts of one request.
///
/// All texts share one count, because a pattern that is cheap on one text is expensive on two
/// hundred thousand. Long searches check here whether the request was canceled.
final class SearchSteps {
    /// The number of steps between two calls of `mayContinue`: some tens of microseconds.
    private static let interval = 4096

    private let limit: Int
    private let mayContinue: () -> Bool
    private(set) var taken = 0
    private var nextQuestion = interval
    /// The JSON Pointer of the current search, for the error if it exceeds the limit.
    var pointer = "/options/redact"

    init(
        limit: Int = Limits().searchSteps, whileTrue mayContinue: @escaping () -> Bool = { true }
    ) {
        self.limit = limit
        self.mayContinue = mayContinue
    }

    func take(_ count: Int) throws(ConversationError) {
        taken &+= count
        guard taken >= nextQuestion || taken > limit else { return }
        guard taken <= limit else {
            throw .tooMany(.searchSteps, limit: limit, pointer: pointer)
        }
        nextQuestion = taken &+ SearchSteps.interval
        guard mayContinue() else { throw .stopped }
    }
}
