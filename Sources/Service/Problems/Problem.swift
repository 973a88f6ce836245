package import Basics
import HTTP
import Rendering

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
                writer.member("allowed", Array(allowed.prefix(Self.maxAllowed)))
            }
            writer.member("did_you_mean", optional: meant)
            if !errors.isEmpty {
                writer.objects("errors", zip(errors, sentences)) { writer, error in
                    writer.member("pointer", error.0.pointer)
                    writer.member("detail", error.1)
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

extension ProblemType {
    /// The texts of a problem type that do not depend on the request. A title names the problem;
    /// causes and remedy are sentences.
    struct Description {
        /// The usual HTTP status; an HTTP protocol error may have another.
        let status: Int
        let title: String
        let causes: String
        let remedy: String

        fileprivate init?(_ json: JSONValue?) {
            guard let json, let status = json["status"]?.int, let title = json["title"]?.string,
                let causes = json["causes"]?.string, let remedy = json["remedy"]?.string
            else { return nil }
            (self.status, self.title, self.causes, self.remedy) = (status, title, causes, remedy)
        }

        fileprivate init(lacking type: ProblemType) {
            (status, title, causes, remedy) = (500, type.rawValue, "", "")
        }
    }

    /// The catalogue `config/problems.json`, which a test compares with the types.
    private static let catalogue: [ProblemType: Description] = {
        guard let file = ShippedFiles.all["problems.json"],
            let members = (try? JSONValue(parsing: file()))?.members
        else { return [:] }
        var catalogue: [ProblemType: Description] = [:]
        for member in members {
            guard let type = ProblemType(rawValue: member.key) else { continue }
            catalogue[type] = Description(member.value)
        }
        return catalogue
    }()

    var description: Description { Self.catalogue[self] ?? Description(lacking: self) }
}

extension ProblemType {
    /// The response of `/problems` and `/problems/{type}`.
    static func descriptions(_ types: [ProblemType], asHTML: Bool) -> Response {
        var fields: HeaderFields = ["Cache-Control": "no-cache"]
        guard asHTML else {
            fields.set("Content-Type", "text/plain; charset=utf-8")
            let text = types.map(\.text).joined(separator: "\n")
            return Response(200, fields, body: Array(text.utf8))
        }
        fields.set("Content-Type", "text/html; charset=utf-8")
        fields.set(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        fields.set("X-Content-Type-Options", "nosniff")
        let title = types.count == 1 ? types[0].description.title : "Problems"
        let page = """
            <!doctype html>
            <html lang="en"><meta charset="utf-8"><title>\(title) · Chatprint</title>
            <meta name="viewport" content="width=device-width">
            <style>
            :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
            body { max-width: 40em; margin: 2em auto; padding: 0 1em }
            h2 { margin: 2em 0 0 } dt { font-weight: 600; margin-top: .5em } dd { margin: 0 }
            </style>
            <p><a href="/problems">Problems</a>
            \(types.map(\.html).joined())
            </html>

            """
        return Response(200, fields, body: Array(page.utf8))
    }

    private var text: String {
        """
        \(rawValue) (\(description.status)): \(description.title)
          Causes: \(description.causes)
          Remedy: \(description.remedy)

        """
    }

    private var html: String {
        """
        <h2 id="\(rawValue)">\(description.title)</h2>
        <dl><dt>Type</dt><dd><a href="\(path)"><code>\(path)</code></a>, usually status \
        \(description.status)</dd>
        <dt>Causes</dt><dd>\(Self.markup(description.causes))</dd>
        <dt>Remedy</dt><dd>\(Self.markup(description.remedy))</dd></dl>

        """
    }

    /// Escapes `text` and formats the parts in backquotes as code.
    private static func markup(_ text: String) -> String {
        let parts = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index.isMultiple(of: 2) ? String(part) : "<code>\(part)</code>"
        }.joined()
    }
}
