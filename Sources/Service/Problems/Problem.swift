package import Basics
import HTTP

/// An explanation as the body of an HTTP response (RFC 9457).
extension Explanation {
    /// The maximum number of allowed values in a document: an account may have thousands of chats.
    private static let maxAllowed = 200

    var httpStatus: Int { status ?? type.description.status }

    package var title: String { type.description.title }

    package func json(requestID: String?) -> [UInt8] {
        json(requestID: requestID, detail: detail, errors: errors.map { $0.sentence.text() })
    }

    /// - Parameters:
    ///   - detail: the explanation in one line.
    ///   - errors: the sentences of the errors.
    package func json(requestID: String?, detail: String, errors sentences: [String]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("type", type.path)
            writer.member("title", title)
            writer.member("status", httpStatus)
            writer.member("detail", detail)
            writer.member("pointer", optional: pointer)
            writer.member("line", optional: line)
            writer.member("column", optional: column)
            writer.member("offset", optional: offset)
            writer.member("limit", optional: limit)
            writer.member("setting", optional: setting)
            if !allowed.isEmpty {
                writer.key("allowed")
                writer.array { writer in
                    for choice in allowed.prefix(Self.maxAllowed) { writer.value(choice) }
                }
            }
            writer.member("did_you_mean", optional: meant)
            if !errors.isEmpty {
                writer.key("errors")
                writer.array { writer in
                    for (part, sentence) in zip(errors, sentences) {
                        writer.object { writer in
                            writer.member("pointer", part.pointer)
                            writer.member("detail", sentence)
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
    init(_ problem: Explanation, requestID: String) {
        var fields: HeaderFields = ["Content-Type": "application/problem+json"]
        if let seconds = problem.retryAfter { fields.set("Retry-After", String(seconds)) }
        self.init(Status(problem.httpStatus), fields, body: problem.json(requestID: requestID))
    }
}
