package import Basics

/// The reason why a request is rejected, without a text; the application creates the text.
package enum HTTPFault: Error, Sendable, Equatable {
    /// The request line is not `METHOD SP target SP HTTP/x.y`.
    case requestLine
    /// The bytes are not HTTP, such as a TLS handshake.
    case garbage
    /// The method is not a token in upper case, or too long.
    case method
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

    package var type: ProblemType { facts.type }

    /// The name of the fault in logs and metrics.
    package var event: String { facts.event }

    private var facts: (status: Status, type: ProblemType, event: String) {
        switch self {
        case .requestLine: (400, .badRequestLine, "bad_request")
        case .garbage: (400, .badRequestLine, "garbage")
        case .method: (400, .badMethod, "bad_method")
        case .methodUnknown: (501, .methodNotImplemented, "bad_method")
        case .version: (505, .httpVersion, "bad_version")
        case .target: (400, .badTarget, "bad_target")
        case .targetTooLong: (414, .uriTooLong, "limit")
        case .host: (400, .badHost, "bad_host")
        case .lineEnding: (400, .badFraming, "bad_framing")
        case .field: (400, .badHeader, "bad_header")
        case .fieldTooLarge, .headTooLarge, .tooManyFields: (431, .headerTooLarge, "limit")
        case .framing: (400, .badFraming, "smuggling")
        case .codingUnknown: (501, .codingNotImplemented, "smuggling")
        case .chunk: (400, .badChunk, "bad_chunk")
        case .chunkOverhead, .bodyTooLarge: (413, .contentTooLarge, "limit")
        case .expectation: (417, .expectationFailed, "expect")
        case .headIncomplete, .bodyIncomplete: (400, .incompleteBody, "client_abort")
        case .headTimeout: (408, .requestTimeout, "timeout_header")
        case .bodyTimeout: (408, .requestTimeout, "timeout_body")
        case .requestMemory: (503, .overloaded, "overload")
        case .connectionLimit: (503, .overloaded, "conn_limit")
        case .descriptorLimit: (503, .overloaded, "fd_limit")
        }
    }

    /// A problem document (RFC 9457) without a detail, for servers without texts of their own.
    var plainResponse: Response {
        let body =
            #"{"type":"\#(type.path)","title":"\#(status.reason)","status":\#(status.code)}"#
        return Response(
            status, ["Content-Type": "application/problem+json"], body: Array(body.utf8))
    }
}

extension HTTPFault {
    /// - Parameter setting: the setting that limits the body; nil if the method takes none.
    package func explanation(bodyLimit setting: String? = nil) -> Explanation {
        var explanation = Explanation(type, sentence, status: status.code)
        switch self {
        case .bodyTooLarge(let limit, _):
            explanation.limit = limit
            explanation.setting = setting
            let source = setting.map { " (setting \($0))." } ?? " for this method."
            explanation.sentence = "\(sentence)\(source)"
        case .targetTooLong(let limit), .fieldTooLarge(let limit), .headTooLarge(let limit),
            .tooManyFields(let limit), .chunkOverhead(let limit):
            explanation.limit = limit
        case .requestMemory(let limit):
            explanation.limit = limit
            explanation.retryAfter = 1
        case .connectionLimit(let limit):
            explanation.limit = limit
            explanation.setting = "connections"
            explanation.retryAfter = 1
        case .descriptorLimit:
            explanation.setting = "connections"
            explanation.retryAfter = 1
        case .headTimeout: explanation.setting = "head_seconds"
        case .bodyTimeout: explanation.setting = "body_seconds"
        case .requestLine, .garbage, .method, .methodUnknown, .version, .target, .host,
            .lineEnding, .field, .framing, .codingUnknown, .chunk, .expectation, .headIncomplete,
            .bodyIncomplete:
            break
        }
        return explanation
    }

    private var sentence: Explanation.Sentence {
        switch self {
        case .requestLine: "The request line is not \"METHOD target HTTP/1.1\"."
        case .garbage: "This is not HTTP. If the client speaks TLS, terminate it in a proxy."
        case .method: "The method is not a token of at most 32 upper-case letters."
        case .methodUnknown(let name): "The method \(name.shortened) is not supported."
        case .version(let version):
            "\(version.shortened) is not supported. Use HTTP/1.1 or HTTP/1.0."
        case .target: "The request target contains invalid characters or percent-escapes."
        case .targetTooLong(let limit): "The request target is longer than \(limit) bytes."
        case .host:
            "The Host field is missing, repeated, malformed, or differs from the request target."
        case .lineEnding: "Lines of the head must end in CR LF; a bare CR or LF is invalid."
        case .field: "A header field is malformed."
        case .fieldTooLarge(let limit): "A header field is larger than \(limit) bytes."
        case .headTooLarge(let limit): "The head is larger than \(limit) bytes."
        case .tooManyFields(let limit): "There are more than \(limit) header fields."
        case .framing:
            "Content-Length or Transfer-Encoding is invalid, or the two contradict each other."
        case .codingUnknown(let coding):
            "The transfer coding \(coding.shortened) is not supported."
        case .chunk: "The chunked body is malformed."
        case .chunkOverhead(let limit):
            "The chunked body has more than \(limit) bytes around its content."
        case .expectation(let value): "The expectation \(value.shortened) is not supported."
        case .bodyTooLarge(let limit, let actual?):
            "The body has \(actual) bytes, but the limit is \(limit) bytes"
        case .bodyTooLarge(let limit, nil): "The body exceeds the limit of \(limit) bytes"
        case .headIncomplete: "The connection ended in the middle of the head."
        case .bodyIncomplete: "The connection ended before the body was complete."
        case .headTimeout: "The head arrived too slowly (setting head_seconds)."
        case .bodyTimeout:
            "The body arrived too slowly. It may take body_seconds, and after 10 seconds it needs an average of 1 KiB a second."
        case .requestMemory: "Too many bodies are being received at once. Retry later."
        case .connectionLimit(let limit):
            "All \(limit) connections are in use (setting connections or RLIMIT_NOFILE). Retry later."
        case .descriptorLimit:
            "The limit of open files (RLIMIT_NOFILE) allows no further connection. Retry later."
        }
    }
}
