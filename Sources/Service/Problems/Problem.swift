import Encodings
import HTTP
import JSON

/// An error response as RFC 9457 defines it.
package struct Problem: Error, Sendable, Equatable {
    /// One of several errors of a request.
    package struct Part: Sendable, Equatable {
        package let pointer: String
        package let detail: String
    }

    package let type: ProblemType
    package let status: Int
    package var detail: String
    package var pointer: String?
    package var line: Int?
    package var column: Int?
    package var offset: Int?
    package var limit: Int?
    /// The setting that raises the limit.
    package var setting: String?
    package var allowed: [String] = []
    /// The closest known name to an unknown one.
    package private(set) var meant: String?
    package var errors: [Part] = []
    /// Seconds to wait before a retry.
    package var retryAfter: Int?

    /// - Parameter status: if it differs from the usual one of the type.
    package init(_ type: ProblemType, status: Int? = nil, _ detail: String) {
        self.type = type
        self.status = status ?? type.description.status
        self.detail = detail
    }

    package var title: String { type.description.title }
    /// The last part of `type`, for logs and metrics.
    package var slug: String { type.rawValue }

    /// Suggests the known name closest to `name`, if one is close.
    package mutating func suggest(_ name: String, among known: [String]) {
        suggest(NearestName.of(name, among: known))
    }

    mutating func suggest(_ name: String?) {
        guard let name else { return }
        meant = name
        // A warning's text may already suggest it.
        guard !detail.contains("did you mean") else { return }
        detail =
            (detail.hasSuffix(".") ? String(detail.dropLast()) : detail)
            + "; did you mean \"\(name)\"?"
    }

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
            writer.member("detail", detail)
            writer.member("pointer", optional: pointer)
            writer.member("line", optional: line)
            writer.member("column", optional: column)
            writer.member("offset", optional: offset)
            writer.member("limit", optional: limit)
            writer.member("setting", optional: setting)
            if !allowed.isEmpty {
                writer.key("allowed")
                writer.array { writer in for choice in allowed { writer.value(choice) } }
            }
            writer.member("did_you_mean", optional: meant)
            if !errors.isEmpty {
                writer.key("errors")
                writer.array { writer in
                    for part in errors {
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
    /// The response that reports `problem`.
    init(_ problem: Problem, requestID: String) {
        var fields: HeaderFields = ["Content-Type": "application/problem+json"]
        if let seconds = problem.retryAfter { fields.set("Retry-After", String(seconds)) }
        self.init(Status(problem.status), fields, body: problem.json(requestID: requestID))
    }
}
