import Encodings
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
    /// The known name that is nearest to one that is not.
    package private(set) var meant: String?
    package var errors: [Part] = []
    /// Seconds after which it may be tried again.
    package var retryAfter: Int?

    package init(_ slug: String, _ status: Int, _ title: String, _ detail: String) {
        self.slug = slug
        self.status = status
        self.title = title
        self.detail = detail
    }

    /// Says which of the known names may have been meant by another, if any is near.
    package mutating func suggest(_ name: String, among known: [String]) {
        suggest(NearestName.of(name, among: known))
    }

    mutating func suggest(_ name: String?) {
        guard let name else { return }
        meant = name
        // A warning's own words may have said so.
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
    /// A problem as it goes out.
    init(_ problem: Problem, requestID: String) {
        var fields: HeaderFields = ["Content-Type": "application/problem+json"]
        if let seconds = problem.retryAfter { fields.set("Retry-After", String(seconds)) }
        self.init(Status(problem.status), fields, body: problem.json(requestID: requestID))
    }
}
