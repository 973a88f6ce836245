/// What a reader noticed on its way; bounded, whatever the input.
struct Diagnostics {
    static let mostWarnings = 100
    static let mostIssues = 20

    private(set) var warnings: [Warning] = []
    private(set) var warningCount = 0
    private(set) var issues: [FieldFault] = []

    mutating func warn(_ warning: @autoclosure () -> Warning) {
        warningCount += 1
        if warnings.count < Diagnostics.mostWarnings { warnings.append(warning()) }
    }

    mutating func reject(_ issue: FieldFault) throws(ConversationError) {
        issues.append(issue)
        if issues.count == Diagnostics.mostIssues { throw .invalid(issues) }
    }

    /// Ends reading where there was anything that no rendering can stand on.
    func settle() throws(ConversationError) {
        if !issues.isEmpty { throw .invalid(issues) }
    }
}
