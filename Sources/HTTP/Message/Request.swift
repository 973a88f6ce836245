/// A whole request.
package struct Request: Sendable, Equatable {
    package let head: RequestHead
    package let body: [UInt8]

    package init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}

/// A request line and its fields, checked: what is decided before any of the body is read.
package struct RequestHead: Sendable, Equatable {
    package let method: Method
    package let target: RequestTarget
    package let version: Version
    package let fields: HeaderFields
    /// The host that was asked for; nil only in HTTP/1.0 without a `Host`.
    package let authority: Authority?
    package let framing: BodyFraming
    /// The client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
    package let expectsContinue: Bool
    /// The client means to use the connection again (RFC 9112 §9.3).
    package let keepsAlive: Bool
    /// Bytes from the first of the request line to the last of the empty line.
    package let size: Int
}

/// The marking of the end of a request's body (RFC 9112 §6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}

/// The minor version of HTTP/1 that a request speaks: 1.0, or 1.1 and whatever 1.x comes after it
/// (RFC 9110 §2.5).
package enum Version: Sendable, Equatable {
    case http10
    case http11
}
