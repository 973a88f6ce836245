/// The warnings and faults found by a reader. Their number is bounded for every input.
struct Diagnostics {
    static let maxWarnings = 100
    static let maxIssues = 20

    private(set) var warnings: [Warning] = []
    private(set) var warningCount = 0
    private(set) var issues: [FieldFault] = []

    /// Whether another warning will be kept instead of only counted.
    var keepsWarnings: Bool { warnings.count < Diagnostics.maxWarnings }

    mutating func countWarning() { warningCount += 1 }

    mutating func warn(_ warning: @autoclosure () -> Warning) {
        countWarning()
        if keepsWarnings { warnings.append(warning()) }
    }

    mutating func reject(_ issue: FieldFault) throws(ConversationError) {
        issues.append(issue)
        if issues.count == Diagnostics.maxIssues { throw .invalid(issues) }
    }

    /// Throws if there is any fault, because the conversation cannot be rendered.
    func settle() throws(ConversationError) {
        if !issues.isEmpty { throw .invalid(issues) }
    }
}
