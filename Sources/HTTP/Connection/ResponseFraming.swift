/// How the end of an answer's body is told (RFC 9112 §6).
enum ResponseFraming: Sendable, Equatable {
    /// No body and no word of one: 1xx, 204, 304.
    case none
    case length(Int)
    case chunked
    /// The end of the connection ends it: the only way to stream to HTTP/1.0.
    case untilClose
}
