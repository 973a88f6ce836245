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
