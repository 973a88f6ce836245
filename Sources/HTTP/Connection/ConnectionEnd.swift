/// Why a connection ended, as the log and the metrics tell it.
package enum ConnectionEnd: String, Sendable, CaseIterable {
    /// After an answer that was to be the last.
    case served
    /// The peer closed between two requests.
    case left
    /// Nothing came for too long before a request.
    case idle
    /// Draining, and no request came in the grace.
    case drained
    /// The peer took nothing for too long.
    case slowReader = "slow_reader"
    /// The peer, or the network, tore the connection down.
    case reset
    /// An answer could not be completed after its head was out.
    case broken
    /// The server stopped before the answer was complete.
    case stopped

    /// Whether the peer is to see a reset: what it has got is not to be taken for a whole answer,
    /// and what is still in the kernel's buffer for a peer that does not read is to be freed at
    /// once.
    package var resets: Bool {
        switch self {
        case .slowReader, .broken, .stopped: true
        case .served, .left, .idle, .drained, .reset: false
        }
    }
}
