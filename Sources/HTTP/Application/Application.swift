/// The application behind a server, independent of the transport: sockets, or a test in the same
/// process.
///
/// All methods are called on the connection's queue and must not block. `respond` passes long work
/// to another thread, which answers through the exchange at any time.
package protocol Application: Sendable {
    /// Decides about a request by its head.
    func admit(_ head: RequestHead, _ exchange: any Exchange) -> Admission

    /// Answers a complete request, immediately or later.
    func respond(to request: Request, _ exchange: any Exchange)

    /// Returns the response to a request that the server rejects. The head is nil if it could not
    /// be parsed.
    func refusal(of fault: HTTPFault, _ head: RequestHead?, _ exchange: any Exchange) -> Response

    func finished(_ exchange: any Exchange, _ outcome: Outcome)

    func ended(_ peer: Peer, _ ending: ConnectionEnd, requests: Int)
}

extension Application {
    package func refusal(
        of fault: HTTPFault, _ head: RequestHead?, _ exchange: any Exchange
    ) -> Response {
        fault.plainResponse
    }

    package func finished(_ exchange: any Exchange, _ outcome: Outcome) {}

    package func ended(_ peer: Peer, _ ending: ConnectionEnd, requests: Int) {}
}

/// The decision about a request whose head has arrived, before its body is read.
package enum Admission: Sendable {
    /// Read the body, up to this many bytes.
    case accept(bodyLimit: Int)
    /// Respond immediately. No `100 Continue` is sent and the body is discarded.
    case refuse(Response)
}

/// A snapshot of a server's counters since its start.
package struct ServerStatistics: Sendable, Equatable {
    package var connectionsOpen = 0
    package var connectionsTotal = 0
    package var requests = 0
    package var bytesIn = 0
    package var bytesOut = 0
    /// The counts by event name of the fault.
    package var faults: [String: Int] = [:]
    /// The counts by reason of the connection's end.
    package var endings: [String: Int] = [:]
    /// The exchanges that ended before the response was complete.
    package var exchangesCut = 0
    package var acceptErrors = 0
    package var bytesSpilled = 0
    /// The size of the file for slow readers, and its limit; nil if there is none.
    package var spillBytes: Int?
    package var spillLimit: Int?

    package init() {}
}
