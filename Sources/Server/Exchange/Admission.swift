package import HTTP

/// What becomes of a request whose head has come, before any of its body is read.
package enum Admission: Sendable {
    /// Read the body, up to so many bytes.
    case accept(bodyLimit: Int)
    /// Answer this at once; no `100 Continue` is sent and the body is not kept.
    case refuse(Response)
}
