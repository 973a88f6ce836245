/// A status code with its reason phrase.
package struct Status: Sendable, Hashable, ExpressibleByIntegerLiteral {
    package let code: Int

    package init(_ code: Int) {
        self.code = (100...999).contains(code) ? code : 500
    }

    package init(integerLiteral code: Int) {
        self.init(code)
    }

    /// Whether a response with this status can have a body (RFC 9110 §6.4.1).
    package var allowsBody: Bool {
        code >= 200 && code != 204 && code != 304
    }

    /// The reason phrase by RFC 9110 §15; empty for codes not defined there, which the grammar
    /// allows.
    var reason: String {
        Self.reasons[code] ?? ""
    }

    private static let reasons: [Int: String] = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
        206: "Partial Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        417: "Expectation Failed", 422: "Unprocessable Content", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error",
        501: "Not Implemented", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    ]
}
