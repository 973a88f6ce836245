import HTTP
import JSON

/// What went wrong, as RFC 9457 tells it.
package struct Problem: Error, Sendable, Equatable {
    /// One of several faults of one request.
    package struct Part: Sendable, Equatable {
        package let pointer: String
        package let detail: String
    }

    /// The last part of `type`.
    package var slug: String
    package var title: String
    package var status: Int
    package var detail: String
    package var pointer: String?
    package var line: Int?
    package var column: Int?
    package var offset: Int?
    package var limit: Int?
    /// The setting that raises the limit.
    package var setting: String?
    package var allowed: [String] = []
    package var errors: [Part] = []
    /// Seconds after which it may be tried again.
    package var retryAfter: Int?

    package init(_ slug: String, _ status: Int, _ title: String, _ detail: String) {
        self.slug = slug
        self.status = status
        self.title = title
        self.detail = detail
    }

    package func at(_ pointer: String?) -> Problem {
        var copy = self
        copy.pointer = pointer
        return copy
    }

    package func json(requestID: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", "/problems/" + slug)
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
    /// A problem as it goes out.
    init(_ problem: Problem, requestID: String) {
        var fields: HeaderFields = ["Content-Type": "application/problem+json"]
        if let seconds = problem.retryAfter { fields.set("Retry-After", String(seconds)) }
        self.init(Status(problem.status), fields, body: problem.json(requestID: requestID))
    }
}
