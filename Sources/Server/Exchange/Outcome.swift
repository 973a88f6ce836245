package import HTTP

/// How an exchange went, for the log and the metrics.
package struct Outcome: Sendable {
    /// Nil when no head of an answer went out.
    package let status: Status?
    /// What the server itself had to refuse.
    package let fault: HTTPFault?
    /// Head and body of the request.
    package let bytesIn: Int
    /// Everything that was handed to the socket.
    package let bytesOut: Int
    /// From the request's head to here.
    package let elapsed: Duration
    /// Whether the connection ends with it.
    package let closes: Bool
    /// How the connection broke before the answer was complete; nil when it is complete.
    package let cut: Ending?
}
