import Basics
import Rendering

/// One rendering: its input, output and parameters.
struct BatchEntry: Sendable {
    enum Source: Sendable {
        /// JSON, or the text of an export.
        case conversation([UInt8])
        case file(String)
    }

    /// The job's ID, a string or a number.
    var id: JSONValue?
    var source: Source?
    /// Whether the entry was found in a folder instead of being named by the caller.
    var isFound = false
    /// The output path; nil to derive it from the ID.
    var output: String?
    /// Settings named like query parameters; the last value of a name applies.
    var parameters: Parameters = [:]
}
