/// The warnings and faults found by a reader. Their number is bounded for every input. After a
/// failure, no more faults are recorded.
struct Diagnostics {
    static let maxWarnings = 100
    static let maxIssues = 20

    private(set) var warnings: [Warning] = []
    private(set) var warningCount = 0
    private(set) var issues: [FieldFault] = []
    /// The first error after which nothing can be read.
    private(set) var failure: ConversationError?

    /// Otherwise, warnings are only counted.
    var keepsWarnings: Bool { warnings.count < Diagnostics.maxWarnings }

    mutating func countWarning() { warningCount += 1 }

    mutating func warn(_ warning: @autoclosure () -> Warning) {
        countWarning()
        if keepsWarnings { warnings.append(warning()) }
    }

    mutating func reject(_ issue: FieldFault) {
        guard failure == nil else { return }
        issues.append(issue)
        if issues.count == Diagnostics.maxIssues { stop(.invalid(issues)) }
    }

    mutating func stop(_ error: ConversationError) { failure = failure ?? error }

    /// Throws if there is any fault, because the conversation cannot be rendered.
    func settle() throws(ConversationError) {
        try checkFailure()
        if !issues.isEmpty { throw .invalid(issues) }
    }

    func checkFailure() throws(ConversationError) {
        if let failure { throw failure }
    }
}
