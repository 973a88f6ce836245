package import Basics

extension HTTPFault {
    package var status: Status {
        switch self {
        case .requestLine, .garbage, .method, .target, .host, .lineEnding, .field, .framing,
            .chunk, .headIncomplete, .bodyIncomplete:
            400
        case .headTimeout, .bodyTimeout: 408
        case .bodyTooLarge, .chunkOverhead: 413
        case .targetTooLong: 414
        case .expectation: 417
        case .fieldTooLarge, .headTooLarge, .tooManyFields: 431
        case .methodUnknown, .codingUnknown: 501
        case .requestMemory, .connectionLimit, .descriptorLimit: 503
        case .version: 505
        }
    }

    /// The last component of the problem's `type`.
    package var slug: String {
        switch self {
        case .requestLine, .garbage: "bad-request-line"
        case .method: "bad-method"
        case .methodUnknown: "method-not-implemented"
        case .version: "http-version"
        case .target: "bad-target"
        case .targetTooLong: "uri-too-long"
        case .host: "bad-host"
        case .lineEnding, .framing: "bad-framing"
        case .field: "bad-header"
        case .fieldTooLarge, .headTooLarge, .tooManyFields: "header-too-large"
        case .codingUnknown: "coding-not-implemented"
        case .chunk: "bad-chunk"
        case .expectation: "expectation-failed"
        case .bodyTooLarge, .chunkOverhead: "content-too-large"
        case .headIncomplete, .bodyIncomplete: "incomplete-body"
        case .headTimeout, .bodyTimeout: "request-timeout"
        case .requestMemory, .connectionLimit, .descriptorLimit: "overloaded"
        }
    }

    /// The name of the fault in logs and metrics.
    package var event: String {
        switch self {
        case .requestLine: "bad_request"
        case .garbage: "garbage"
        case .method, .methodUnknown: "bad_method"
        case .version: "bad_version"
        case .target: "bad_target"
        case .host: "bad_host"
        case .lineEnding: "bad_framing"
        case .field: "bad_header"
        case .framing, .codingUnknown: "smuggling"
        case .chunk: "bad_chunk"
        case .expectation: "expect"
        case .targetTooLong, .fieldTooLarge, .headTooLarge, .tooManyFields, .bodyTooLarge,
            .chunkOverhead:
            "limit"
        case .headIncomplete, .bodyIncomplete: "client_abort"
        case .headTimeout: "timeout_header"
        case .bodyTimeout: "timeout_body"
        case .requestMemory: "overload"
        case .connectionLimit: "conn_limit"
        case .descriptorLimit: "fd_limit"
        }
    }

    /// All event names, so that counters can be created before the first fault.
    static let events = [
        "bad_request", "garbage", "bad_method", "bad_version", "bad_target", "bad_host",
        "bad_framing", "bad_header", "smuggling", "bad_chunk", "expect", "limit",
        "client_abort", "timeout_header", "timeout_body", "overload", "conn_limit", "fd_limit",
    ]

    /// Whether the connection must be closed after this response.
    ///
    /// Except for an unknown method, the start of the next request can only be guessed after a
    /// fault, and request smuggling relies on such guesses.
    var closes: Bool {
        switch self {
        case .methodUnknown(let name): name == "CONNECT"
        case .requestLine, .garbage, .method, .version, .target, .targetTooLong, .host,
            .lineEnding, .field, .fieldTooLarge, .headTooLarge, .tooManyFields, .framing,
            .codingUnknown, .chunk, .chunkOverhead, .expectation, .bodyTooLarge, .headIncomplete,
            .bodyIncomplete, .headTimeout, .bodyTimeout, .requestMemory, .connectionLimit,
            .descriptorLimit:
            true
        }
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
    /// The status. A form with too many parts gets 413, like any body that is too large.
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
