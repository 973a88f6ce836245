package enum TimestampFault: Error, Sendable, Hashable {
    /// The data is not a response or a token of RFC 3161.
    case unreadable
    /// The authority rejected the request with this status (RFC 3161, 2.4.2).
    case refused(status: Int)
    /// The token is about other data.
    case otherImprint
    /// The response belongs to another request, perhaps an older request.
    case otherNonce
    /// The token's signature does not verify, or its certificate is not for timestamps.
    case badSignature
    /// The timestamp program failed, with a description.
    case program(String)
}
