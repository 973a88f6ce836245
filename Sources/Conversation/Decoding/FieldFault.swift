package import JSON

/// Why bytes are not a conversation that can be rendered.
package enum ConversationError: Error, Sendable, Hashable {
    case json(JSONError)
    /// In the order of the document; the first twenty.
    case invalid([FieldFault])
    /// More of something than the limit; reading stopped there.
    case tooMany(Limits.Setting, limit: Int, pointer: String)
    /// `options.strict` is set, and there were warnings (the first hundred, and how many in all).
    case strict([Warning], count: Int)
    /// Whoever asked does not want it any more, or has no more time.
    case stopped
}

/// One thing that keeps a request from being a conversation, and where.
package struct FieldFault: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        case missing
        case wrongType(expected: [JSONKind], found: JSONKind)
        case notAllowed(value: String, allowed: [String])
        /// None of the members of which there must be one, or several.
        case notOne(of: [String])
        /// Outside what is sensible; a bound that does not exist is nil.
        case outOfRange(value: String, lower: Double?, upper: Double?)
        /// An array without elements where one is needed.
        case empty
        case tooLong(actual: Int, limit: Int, setting: Limits.Setting)
        /// Too many values in a document that is read whole before it is examined.
        case tooManyValues(actual: Int, most: Int)
        case malformedTime(String)
        case unknownTimeZone(String)
        /// Not of BCP 47's shape.
        case malformedLocale(String)
        case malformedPassword
        /// The reason of a redaction is invalid.
        case malformedReason(String)
        /// `offset` counts from the first character of the data.
        case malformedBase64(offset: Int)
        /// Neither points nor a number with `mm`, `cm`, `in` or `pt`.
        case malformedLength(String)
        case malformedColor(String)
        case malformedPattern(String, Pattern.Fault)
        /// A name of nothing that could be looked for.
        case unsearchable(String)
    }

    /// JSON Pointer into the body, also where the value came by the query and stands in for the
    /// body's.
    package let pointer: String
    /// The query parameter that the value came by.
    package let parameter: String?
    package let reason: Reason
    /// The unknown name that may be a misspelling of the missing field.
    package let misspelt: String?

    package init(
        at pointer: String, parameter: String? = nil, _ reason: Reason, misspelt: String? = nil
    ) {
        self.pointer = pointer
        self.parameter = parameter
        self.reason = reason
        self.misspelt = misspelt
    }
}
