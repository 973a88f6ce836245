import Basics
import HTTP
package import Rendering

/// An error response (RFC 9457): the details of an error, with a type and a status.
@dynamicMemberLookup
package struct Problem: Error, Sendable, Equatable {
    typealias Part = ErrorDetails.Part

    let type: ProblemType
    let status: Int
    private var details: ErrorDetails
    /// Seconds to wait before a retry.
    var retryAfter: Int?

    /// - Parameter status: the status; nil for the usual one of the type.
    init(_ type: ProblemType, status: Int? = nil, _ details: ErrorDetails) {
        self.type = type
        self.status = status ?? type.description.status
        self.details = details
    }

    package init(_ type: ProblemType, status: Int? = nil, _ detail: String) {
        self.init(type, status: status, ErrorDetails(detail))
    }

    package subscript<Value>(
        dynamicMember member: WritableKeyPath<ErrorDetails, Value>
    ) -> Value {
        get { details[keyPath: member] }
        set { details[keyPath: member] = newValue }
    }

    /// The known name closest to an unknown one, reported as `did_you_mean`.
    package var meant: String? { details.meant }

    package var title: String { type.description.title }
    /// The last part of `type`, for logs and metrics.
    package var slug: String { type.rawValue }

    /// Suggests the known name closest to `name`, if one is close.
    mutating func suggest(_ name: String, among known: [String]) {
        details.suggest(name, among: known)
    }

    mutating func suggest(_ name: String?) { details.suggest(name) }

    package func at(_ pointer: String?) -> Problem {
        var copy = self
        copy.pointer = pointer
        return copy
    }

    package func json(requestID: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", type.path)
            writer.member("title", title)
            writer.member("status", status)
            writer.member("detail", details.detail)
            writer.member("pointer", optional: details.pointer)
            writer.member("line", optional: details.line)
            writer.member("column", optional: details.column)
            writer.member("offset", optional: details.offset)
            writer.member("limit", optional: details.limit)
            writer.member("setting", optional: details.setting)
            if !details.allowed.isEmpty {
                writer.key("allowed")
                writer.array { writer in for choice in details.allowed { writer.value(choice) } }
            }
            writer.member("did_you_mean", optional: meant)
            if !details.errors.isEmpty {
                writer.key("errors")
                writer.array { writer in
                    for part in details.errors {
                        writer.object { writer in
                            writer.member("pointer", part.pointer)
                            writer.member("detail", part.detail)
                        }
                    }
                }
            }
            writer.member("instance", optional: requestID)
            writer.member("request_id", optional: requestID)
        }
        return writer.drain()
    }
}

extension Response {
    init(_ problem: Problem, requestID: String) {
        var fields: HeaderFields = ["Content-Type": "application/problem+json"]
        if let seconds = problem.retryAfter { fields.set("Retry-After", String(seconds)) }
        self.init(Status(problem.status), fields, body: problem.json(requestID: requestID))
    }
}
