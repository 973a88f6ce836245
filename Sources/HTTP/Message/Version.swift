/// The minor version of HTTP/1 that a request speaks: 1.0, or 1.1 and whatever 1.x comes after it
/// (RFC 9110 §2.5).
package enum Version: Sendable, Equatable {
    case http10
    case http11
}
