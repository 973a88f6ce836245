package enum ConnectionEnd: String, Sendable, CaseIterable {
    /// The last response was sent.
    case served
    /// The peer closed the connection between two requests.
    case left
    /// No request arrived within the idle timeout.
    case idle
    /// The server is draining, and no request arrived within the grace period.
    case drained
    /// The peer did not read for too long.
    case slowReader = "slow_reader"
    /// The peer or the network reset the connection.
    case reset
    /// A response could not be completed after its head was sent.
    case broken
    /// The server stopped before the response was complete.
    case stopped

    /// Whether to send a reset. It prevents the peer from mistaking a partial response for a
    /// complete one. It also immediately frees data buffered in the kernel for a peer that does not
    /// read.
    package var resets: Bool {
        switch self {
        case .slowReader, .broken, .stopped: true
        case .served, .left, .idle, .drained, .reset: false
        }
    }
}
