package import Basics

extension HTTPFault {
    package var status: Status { facts.status }

    /// The last component of the problem's `type`.
    package var slug: String { facts.slug }

    /// The name of the fault in logs and metrics.
    package var event: String { facts.event }

    private var facts: (status: Status, slug: String, event: String) {
        switch self {
        case .requestLine: (400, "bad-request-line", "bad_request")
        case .garbage: (400, "bad-request-line", "garbage")
        case .method: (400, "bad-method", "bad_method")
        case .methodUnknown: (501, "method-not-implemented", "bad_method")
        case .version: (505, "http-version", "bad_version")
        case .target: (400, "bad-target", "bad_target")
        case .targetTooLong: (414, "uri-too-long", "limit")
        case .host: (400, "bad-host", "bad_host")
        case .lineEnding: (400, "bad-framing", "bad_framing")
        case .field: (400, "bad-header", "bad_header")
        case .fieldTooLarge, .headTooLarge, .tooManyFields: (431, "header-too-large", "limit")
        case .framing: (400, "bad-framing", "smuggling")
        case .codingUnknown: (501, "coding-not-implemented", "smuggling")
        case .chunk: (400, "bad-chunk", "bad_chunk")
        case .chunkOverhead, .bodyTooLarge: (413, "content-too-large", "limit")
        case .expectation: (417, "expectation-failed", "expect")
        case .headIncomplete, .bodyIncomplete: (400, "incomplete-body", "client_abort")
        case .headTimeout: (408, "request-timeout", "timeout_header")
        case .bodyTimeout: (408, "request-timeout", "timeout_body")
        case .requestMemory: (503, "overloaded", "overload")
        case .connectionLimit: (503, "overloaded", "conn_limit")
        case .descriptorLimit: (503, "overloaded", "fd_limit")
        }
    }

    /// Whether the connection must be closed after this response.
    ///
    /// Except for an unknown method, the start of the next request can only be guessed after a
    /// fault, and request smuggling relies on such guesses.
    var closes: Bool {
        if case .methodUnknown(let name) = self { name == "CONNECT" } else { true }
    }

    /// A problem document (RFC 9457) without a detail, for servers without texts of their own.
    var plainResponse: Response {
        let body =
            #"{"type":"/problems/\#(slug)","title":"\#(status.reason)","status":\#(status.code)}"#
        return Response(
            status, ["Content-Type": "application/problem+json"], body: Array(body.utf8))
    }
}

extension MultipartFault {
    /// A form with too many parts gets 413, like any body that is too large.
    package var status: Status {
        switch self {
        case .tooManyParts: 413
        case .stopped: 503
        case .boundary, .delimiter, .unfinished, .headersTooLarge, .header, .unnamed,
            .duplicateName, .nested:
            400
        }
    }
}
