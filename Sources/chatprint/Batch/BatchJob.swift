import JSON
import Rendering

/// One rendering: its input, output and parameters.
struct BatchJob: Sendable {
    enum Source: Sendable {
        /// JSON, or the text of an export.
        case conversation([UInt8])
        case file(String)
    }

    /// A text or a number, as the job has it.
    var id: JSONValue?
    var source: Source?
    /// A path; nil for one made from the id.
    var output: String?
    /// Settings under the names of query parameters; the last of a name counts.
    var parameters: Parameters = [:]
}
