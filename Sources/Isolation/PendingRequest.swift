import System

/// A piece of work for a render process, and who waits for it.
package struct PendingRequest: Sendable {
    package let requestID: String
    /// Everything that the answer depends on.
    package let content: [UInt8]
    package let isSmall: Bool
    /// When it came, in nanoseconds.
    package let queued: UInt64
    package let client: any PoolClient

    package init(
        requestID: String, content: [UInt8], isSmall: Bool, queued: UInt64,
        client: any PoolClient
    ) {
        self.requestID = requestID
        self.content = content
        self.isSmall = isSmall
        self.queued = queued
        self.client = client
    }
}

/// Who waits for an answer. Called on any thread, and never waits for anybody.
package protocol PoolClient: AnyObject, Sendable {
    /// A process gets it now, the first or another: what comes begins at the beginning.
    func began()

    /// Takes a piece of the answer. False where nobody reads it any more.
    func take(_ frame: Frame) -> Bool

    func end(_ failure: PoolFailure)
}

/// Why an order got no answer.
package enum PoolFailure: Sendable, Equatable {
    /// Processes end over it: it is given to no other.
    case crashed
    /// It took longer than it may, and did not stop by itself.
    case late
    /// It waited longer than it may.
    case waited
    /// It was withdrawn, or nothing is drawn any more.
    case withdrawn
}
