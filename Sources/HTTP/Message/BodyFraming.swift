/// How the end of a request's body is found (RFC 9112 §6).
package enum BodyFraming: Sendable, Equatable {
    case none
    case length(Int)
    case chunked
}
