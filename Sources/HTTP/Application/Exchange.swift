/// One request and the way back to its sender.
///
/// It may be used from any thread, and nothing here waits for a slow reader.
package protocol Exchange: AnyObject, Sendable {
    /// The caller's `X-Request-Id` when it is harmless, or one of the server's.
    var requestID: String { get }
    var peer: Peer { get }
    /// Nil when the head could not be read.
    var head: RequestHead? { get }
    /// When the head was complete.
    var received: Instant { get }

    /// Whether nobody waits for the answer any more. Work asks at every convenient place and stops.
    var isCancelled: Bool { get }
    /// Whether the answer was given up because there was no room to keep it for its reader.
    var hasOverflown: Bool { get }

    /// Gives the whole answer.
    ///
    /// - Parameter onThisThread: whether it may be written to the client right here, which spares a
    ///   change of threads. Only for who holds no lock, and does not work for others that wait.
    func answer(_ response: Response, onThisThread: Bool)

    /// Begins an answer whose body comes in pieces, of a known length or not.
    func begin(_ head: ResponseHead, length: Int?)

    /// Adds a piece to the body of an answer that has begun, after the one before. False when it is
    /// of no use to go on: the client is gone, or there is no room left.
    @discardableResult
    func write(_ bytes: ArraySlice<UInt8>) -> Bool

    /// Ends the answer.
    func finish()

    /// Gives up an answer that has begun. The client sees a broken connection, never an end that
    /// looks whole.
    func fail()
}

extension Exchange {
    package func answer(_ response: Response) { answer(response, onThisThread: false) }

    package func begin(_ head: ResponseHead) { begin(head, length: nil) }

    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool { write(bytes[...]) }
}

/// The outcome of an exchange, for the log and the metrics.
package struct Outcome: Sendable {
    /// Nil when no head of an answer went out.
    package let status: Status?
    /// The fault for which the server itself refused the request.
    package let fault: HTTPFault?
    /// Head and body of the request.
    package let bytesIn: Int
    /// Everything that was handed to the socket.
    package let bytesOut: Int
    /// From the request's head to here.
    package let elapsed: Duration
    /// Whether the connection ends with it.
    package let closes: Bool
    /// The end of the connection before the answer was complete; nil if it is complete.
    package let cut: ConnectionEnd?

    package init(
        status: Status?, fault: HTTPFault?, bytesIn: Int, bytesOut: Int, elapsed: Duration,
        closes: Bool, cut: ConnectionEnd?
    ) {
        self.status = status
        self.fault = fault
        self.bytesIn = bytesIn
        self.bytesOut = bytesOut
        self.elapsed = elapsed
        self.closes = closes
        self.cut = cut
    }
}
