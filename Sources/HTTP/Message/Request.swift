/// A complete request.
package struct Request: Sendable, Equatable {
    package let head: RequestHead
    package let body: [UInt8]
}

/// A validated request line and its fields, on which decisions before reading the body are based.
package struct RequestHead: Sendable, Equatable {
    package let method: Method
    package let target: RequestTarget
    let version: Version
    package let fields: HeaderFields
    /// The requested host; nil only in HTTP/1.0 without a `Host`.
    let authority: Authority?
    let framing: BodyFraming
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
    let expectsContinue: Bool
    /// Whether the client intends to reuse the connection (RFC 9112 §9.3).
    let keepsAlive: Bool
    /// The number of bytes from the start of the request line to the end of the empty line.
    let size: Int
}

/// The way in which the end of a request body is marked (RFC 9112 §6).
enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}

/// The minor version of HTTP/1 in a request: 1.0, or 1.1 and any later 1.x (RFC 9110 §2.5).
enum Version: Sendable, Equatable {
    case http10
    case http11
}
