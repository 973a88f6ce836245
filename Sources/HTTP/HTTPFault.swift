package import Basics

/// The reason why a request is rejected, without a text; the application creates the text.
package enum HTTPFault: Error, Sendable, Equatable {
    /// The request line is not `METHOD SP target SP HTTP/x.y`.
    case requestLine
    /// The bytes are not HTTP, such as a TLS handshake.
    case garbage
    /// The method is not a token in upper case, or too long.
    case method
    /// The method is well-formed but unknown.
    case methodUnknown(String)
    case version(String)
    case target(TargetReason)
    case targetTooLong(limit: Int)
    case host(HostReason)
    /// A bare CR or LF instead of CRLF (RFC 9112 §2.2).
    case lineEnding
    case field(FieldReason)
    case fieldTooLarge(limit: Int)
    case headTooLarge(limit: Int)
    case tooManyFields(limit: Int)
    case framing(FramingReason)
    /// An unsupported transfer coding before `chunked`.
    case codingUnknown(String)
    case chunk(ChunkReason)
    case chunkOverhead(limit: Int)
    case expectation(String)
    /// - Parameter actual: the declared length; nil if there was none.
    case bodyTooLarge(limit: Int, actual: Int?)
    case headIncomplete
    /// - Parameter expected: the declared length; nil if there was none.
    case bodyIncomplete(received: Int, expected: Int?)
    case headTimeout(limit: Duration)
    case bodyTimeout(received: Int)
    /// The memory limit for all unfinished requests is reached.
    case requestMemory(limit: Int)
    case connectionLimit(Int)
    /// The process has no free file descriptor.
    case descriptorLimit

    package enum TargetReason: Sendable, Equatable {
        case control, rawByte, fragment, backslash, escape, escapedControl, encoding
        /// The target is `*`, but the method is not OPTIONS.
        case asterisk
        /// The target is not a path or an `http:` or `https:` URL.
        case form
    }

    package enum HostReason: Sendable, Equatable {
        case missing, repeated, malformed
        /// The target and the `Host` field name different hosts.
        case differs
    }

    package typealias FieldReason = FieldLine.Fault

    package enum FramingReason: Sendable, Equatable {
        case lengthAndCoding, lengthRepeated, lengthMalformed, codingMalformed, codingInOldVersion
    }

    package enum ChunkReason: Sendable, Equatable {
        case size, lineEnding, `extension`, extensionTooLong, dataEnd
        case trailer(FieldReason)
        case trailerTooLarge
    }

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
