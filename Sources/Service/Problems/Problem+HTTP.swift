import Compression
import HTTP
import MIME

extension Problem {
    init(_ fault: MultipartFault) {
        let detail =
            switch fault {
            case .boundary: "The Content-Type needs a boundary of 1 to 70 characters."
            case .delimiter(let offset): "There is no proper boundary line at byte \(offset)."
            case .unfinished: "The body ends before the final boundary."
            case .headersTooLarge(let offset, let limit):
                "The part at byte \(offset) has more than \(limit) bytes of header fields."
            case .header(let offset): "The header fields at byte \(offset) are malformed."
            case .unnamed(let offset): "The part at byte \(offset) has no name."
            case .tooManyParts(let limit): "There are more than \(limit) parts."
            case .duplicateName(let name): "Two parts are named \"\(name.shortened)\"."
            case .nested(let offset): "The part at byte \(offset) is itself a multipart body."
            case .stopped: "There was no more time for it."
            }
        self.init(
            "bad-multipart", fault.status.code, "The form cannot be read", detail)
        if case .tooManyParts(let limit) = fault { self.limit = limit }
    }

    /// What the server refused by itself, before any route was asked.
    init(_ fault: HTTPFault) {
        self.init(fault.slug, fault.status.code, fault.status.reason, fault.sentence)
        switch fault {
        case .bodyTooLarge(let limit, _):
            self.limit = limit
            setting = Setting.bodyBytes.rawValue
        case .targetTooLong(let limit), .fieldTooLarge(let limit), .headTooLarge(let limit),
            .tooManyFields(let limit), .chunkOverhead(let limit), .requestMemory(let limit):
            self.limit = limit
        case .connectionLimit(let limit):
            self.limit = limit
            setting = Setting.connections.rawValue
            retryAfter = 1
        case .headTimeout: setting = Setting.headSeconds.rawValue
        case .bodyTimeout: setting = Setting.bodySeconds.rawValue
        case .descriptorLimit:
            setting = Setting.connections.rawValue
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
        case .garbage: "This is not HTTP; perhaps it is TLS, which a proxy in front must end."
        case .method: "The method is not a token of at most 32 upper-case letters."
        case .methodUnknown(let name): "The method \(name.shortened) is not known here."
        case .version(let version): "HTTP \(version.shortened) is not spoken here; 1.0 and 1.1 are."
        case .target: "The request target has characters or escapes that may not stand there."
        case .targetTooLong(let limit): "The request target is longer than \(limit) bytes."
        case .host: "The Host field is missing, repeated, malformed, or at odds with the target."
        case .lineEnding: "Lines of a head end in CR LF, and neither may stand alone."
        case .field: "A header field is malformed."
        case .fieldTooLarge(let limit): "A header field is larger than \(limit) bytes."
        case .headTooLarge(let limit): "The head is larger than \(limit) bytes."
        case .tooManyFields(let limit): "There are more than \(limit) header fields."
        case .framing:
            "Content-Length and Transfer-Encoding do not say beyond doubt where the body ends."
        case .codingUnknown(let coding):
            "The transfer coding \(coding.shortened) is not known here."
        case .chunk: "The chunked body is malformed."
        case .chunkOverhead(let limit):
            "The chunked body has more than \(limit) bytes around its content."
        case .expectation(let value): "The expectation \(value.shortened) cannot be met."
        case .bodyTooLarge(let limit, let actual):
            "The body has \(actual.map { String($0) } ?? "more") bytes, but \(limit) is the most; "
                + "the setting body_bytes raises the limit."
        case .headIncomplete: "The connection ended in the middle of the head."
        case .bodyIncomplete: "The connection ended before the body was complete."
        case .headTimeout: "The head came too slowly."
        case .bodyTimeout: "The body came too slowly."
        case .requestMemory: "Too many bodies are being received at once; try again."
        case .connectionLimit(let limit):
            "As many connections as there may be, \(limit), are open and busy, by the setting connections "
                + "or the limit of open files (RLIMIT_NOFILE); try again."
        case .descriptorLimit:
            "The limit of open files (RLIMIT_NOFILE) leaves no room for another connection, however many "
                + "the setting connections allows; try again."
        }
    }
}
