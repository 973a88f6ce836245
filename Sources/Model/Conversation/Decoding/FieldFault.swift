package import Basics

/// Why bytes cannot be decoded as a conversation.
package enum ConversationError: Error, Sendable, Hashable {
    case json(JSONError)
    /// The first twenty faults, in document order.
    case invalid([FieldFault])
    /// A limit was exceeded, and decoding stopped there.
    case tooMany(Limits.Setting, limit: Int, pointer: String)
    /// `options.strict` is set and there were warnings: the first hundred, and their total number.
    case strict([Warning], count: Int)
    /// The caller canceled the request, or its deadline passed.
    case stopped
}

/// A fault that makes a request invalid, and its place.
package struct FieldFault: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        case missing
        case wrongType(expected: [JSONKind], found: JSONKind)
        case notAllowed(value: String, allowed: [String])
        /// None or several of the members of which one is required.
        case notOne(of: [String])
        /// Two members that exclude each other.
        case notBoth(String, String)
        /// A value outside its bounds. A bound that does not exist is nil.
        case outOfRange(value: String, lower: Double?, upper: Double?, unit: String = "")
        /// A protecting member that occurs more than once, of which one would be ignored.
        case repeated
        /// An empty array where an element is required.
        case empty
        case tooLong(actual: Int, limit: Int, setting: Limits.Setting)
        /// Too many values in a setting that is read as a whole.
        case tooManyValues(actual: Int, most: Int)
        case malformedTime(String)
        case unknownTimeZone(String)
        /// Not a valid BCP 47 tag.
        case malformedLocale(String)
        case malformedPassword
        /// The reason code of a redaction is invalid.
        case malformedReason(String)
        /// Invalid base64. `offset` is counted from the first character of the data.
        case malformedBase64(offset: Int)
        /// Neither a number of points nor a number with `mm`, `cm`, `in` or `pt`.
        case malformedLength(String)
        case malformedColor(String)
        case malformedPattern(String, Pattern.Fault)
        /// A parameter that is a whole part of the request.
        case wholePart
        /// A name without searchable characters.
        case unsearchable(String)
    }

    /// The JSON Pointer into the body, even if the value came from the query and replaces the
    /// body's.
    package let pointer: String
    /// The query parameter that contained the value.
    package let parameter: String?
    package let reason: Reason
    /// The unknown name that may be a misspelling of the missing field, or the JSON Pointer of an
    /// unknown field in another object.
    package let misspelled: String?

    package init(
        at pointer: String, parameter: String? = nil, _ reason: Reason, misspelled: String? = nil
    ) {
        self.pointer = pointer
        self.parameter = parameter
        self.reason = reason
        self.misspelled = misspelled
    }
}
