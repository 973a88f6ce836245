/// The application behind a server, whatever carries the bytes: sockets, or a test in the same
/// process.
///
/// All of it is called on the queue that a connection has its turns on, so none of it may block:
/// `respond` hands long work to a thread of its own, which answers through the exchange whenever it
/// likes.
package protocol Application: Sendable {
    /// Judges a request by its head alone.
    func admit(_ head: RequestHead, _ exchange: any Exchange) -> Admission

    /// Answers a whole request, now or later.
    func respond(to request: Request, _ exchange: any Exchange)

    /// Words what the server had to refuse. The head is nil when it could not be read.
    func refusal(of fault: HTTPFault, _ head: RequestHead?, _ exchange: any Exchange) -> Response

    /// An exchange is over.
    func finished(_ exchange: any Exchange, _ outcome: Outcome)

    /// A connection is over; `requests` is how many came on it.
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

/// The verdict on a request whose head has arrived, before any of its body is read.
package enum Admission: Sendable {
    /// Read the body, up to so many bytes.
    case accept(bodyLimit: Int)
    /// Answer this at once; no `100 Continue` is sent and the body is not kept.
    case refuse(Response)
}

/// The counters of a server since its start, read at one moment.
package struct ServerStatistics: Sendable, Equatable {
    package var connectionsOpen = 0
    package var connectionsTotal = 0
    package var requests = 0
    package var bytesIn = 0
    package var bytesOut = 0
    /// By the fault's event name.
    package var faults: [String: Int] = [:]
    /// By the way in which connections ended.
    package var endings: [String: Int] = [:]
    /// Exchanges that were cut before their answer was complete.
    package var exchangesCut = 0
    package var acceptErrors = 0
    package var bytesSpilled = 0

    package init() {}
}
