import Basics
import HTTP
import Rendering

extension Problem {
    init(_ fault: MultipartFault) {
        let detail =
            switch fault {
            case .boundary: "The Content-Type needs a boundary of 1 to 70 characters."
            case .delimiter(let offset): "No boundary line at byte \(offset)."
            case .unfinished: "The body ends before the final boundary."
            case .headersTooLarge(let offset, let limit):
                "The part at byte \(offset) has more than \(limit) bytes of header fields."
            case .header(let offset): "The header fields at byte \(offset) are malformed."
            case .unnamed(let offset): "The part at byte \(offset) has no name."
            case .tooManyParts(let limit): "There are more than \(limit) parts."
            case .duplicateName(let name): "Two parts are named \"\(name.shortened)\"."
            case .nested(let offset): "The part at byte \(offset) is itself a multipart body."
            case .stopped: "Reading it took too long."
            }
        self.init(
            .badMultipart, status: fault.status.code, detail)
        if case .tooManyParts(let limit) = fault { self.limit = limit }
    }

    /// The problem of a request that the server rejected.
    ///
    /// - Parameter bodyLimit: the setting that limits the body; nil if the method takes none.
    init(_ fault: HTTPFault, bodyLimit: Setting? = nil) {
        self.init(ProblemType(fault), status: fault.status.code, fault.sentence)
        switch fault {
        case .bodyTooLarge(let limit, _):
            self.limit = limit
            self.setting = bodyLimit?.name
            self.detail += bodyLimit.map { " (setting \($0.name))." } ?? " for this method."
        case .targetTooLong(let limit), .fieldTooLarge(let limit), .headTooLarge(let limit),
            .tooManyFields(let limit), .chunkOverhead(let limit), .requestMemory(let limit):
            self.limit = limit
        case .connectionLimit(let limit):
            self.limit = limit
            self.setting = Setting.connections.name
            retryAfter = 1
        case .headTimeout: self.setting = Setting.headSeconds.name
        case .bodyTimeout: self.setting = Setting.bodySeconds.name
        case .descriptorLimit:
            self.setting = Setting.connections.name
            retryAfter = 1
        case .requestLine, .garbage, .method, .methodUnknown, .version, .target, .host,
            .lineEnding, .field, .framing, .codingUnknown, .chunk, .expectation, .headIncomplete,
            .bodyIncomplete:
            break
        }
        if case .requestMemory = fault { retryAfter = 1 }
    }
}

extension HTTPFault {
    var sentence: String {
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
        case .bodyTooLarge(let limit, let actual):
            (actual.map { "The body has \($0) bytes, but the limit is" }
                ?? "The body exceeds the limit of")
                + " \(limit) bytes"
        case .headIncomplete: "The connection ended in the middle of the head."
        case .bodyIncomplete: "The connection ended before the body was complete."
        case .headTimeout: "The head arrived too slowly (setting head_seconds)."
        case .bodyTimeout:
            "The body arrived too slowly. It may take body_seconds, and after 10 seconds it needs "
                + "an average of 1 KiB a second."
        case .requestMemory: "Too many bodies are being received at once. Retry later."
        case .connectionLimit(let limit):
            "All \(limit) connections are in use (setting connections or RLIMIT_NOFILE). Retry later."
        case .descriptorLimit:
            "The limit of open files (RLIMIT_NOFILE) allows no further connection. Retry later."
        }
    }
}
