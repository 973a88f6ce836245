package import HTTP

/// What the server serves.
///
/// All of it is called on the queues that sockets have their turns on, so none of it may block: `respond`
/// hands long work to a thread of its own, which answers through the exchange whenever it likes.
package protocol Application: Sendable {
    /// Judges a request by its head alone.
    func admit(_ head: RequestHead, _ exchange: Exchange) -> Admission

    /// Answers a whole request, now or later.
    func respond(to request: Request, _ exchange: Exchange)

    /// Words what the server had to refuse. The head is nil when it could not be read.
    func refusal(of fault: HTTPFault, _ head: RequestHead?, _ exchange: Exchange) -> Response

    /// An exchange is over.
    func finished(_ exchange: Exchange, _ outcome: Outcome)

    /// A connection is over; `requests` is how many came on it.
    func ended(_ peer: Peer, _ ending: Ending, requests: Int)
}

extension Application {
    package func refusal(
        of fault: HTTPFault, _ head: RequestHead?, _ exchange: Exchange
    ) -> Response {
        fault.plainResponse
    }

    package func finished(_ exchange: Exchange, _ outcome: Outcome) {}

    package func ended(_ peer: Peer, _ ending: Ending, requests: Int) {}
}
