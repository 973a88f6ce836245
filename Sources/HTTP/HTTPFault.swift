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
}
