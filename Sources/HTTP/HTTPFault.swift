package import MIME

/// Why a request cannot be taken, as a fact; the sentence is made where it is answered.
package enum HTTPFault: Error, Sendable, Equatable {
    /// Not `METHOD SP target SP HTTP/x.y`.
    case requestLine
    /// Bytes that were never meant as HTTP, such as a TLS handshake.
    case garbage
    /// Not a token, in lower case, or longer than any method is.
    case method
    /// A method of the right form that nobody here knows.
    case methodUnknown(String)
    case version(String)
    case target(TargetReason)
    case targetTooLong(limit: Int)
    case host(HostReason)
    /// A bare CR or LF where only CRLF may stand (RFC 9112 §2.2).
    case lineEnding
    case field(FieldReason)
    case fieldTooLarge(limit: Int)
    case headTooLarge(limit: Int)
    case tooManyFields(limit: Int)
    case framing(FramingReason)
    /// A transfer coding that is none of ours in front of `chunked`.
    case codingUnknown(String)
    case chunk(ChunkReason)
    case chunkOverhead(limit: Int)
    case expectation(String)
    /// `actual` is nil when the body had no declared length.
    case bodyTooLarge(limit: Int, actual: Int?)
    case headIncomplete
    /// `expected` is nil when the body had no declared length.
    case bodyIncomplete(received: Int, expected: Int?)
    case headTimeout(limit: Duration)
    case bodyTimeout(received: Int)
    /// The memory that all unfinished requests may hold together is used up.
    case requestMemory(limit: Int)
    case connectionLimit(Int)
    /// The process cannot open another file.
    case descriptorLimit

    package enum TargetReason: Sendable, Equatable {
        case control, rawByte, fragment, backslash, escape, escapedControl, encoding
        /// `*` with a method other than OPTIONS.
        case asterisk
        /// Neither a path nor an `http:` or `https:` URL.
        case form
    }

    package enum HostReason: Sendable, Equatable {
        case missing, repeated, malformed
        /// The target names another host than the `Host` field.
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
}
