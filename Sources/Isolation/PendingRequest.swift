/// A request to a render process. The pool keeps the request until the response is complete, so
/// that another process can render it if the first one exits.
package struct PendingRequest: Sendable {
    package let requestID: String
    /// The packed request without its ID. The response depends only on these bytes and the body.
    let head: [UInt8]
    let body: [UInt8]
    /// Whether the request is quick: an estimate, until a process has read it.
    var isSmall: Bool
    let client: any PoolClient
    /// The time at which the request began to wait for a process, in nanoseconds.
    private(set) var queued: UInt64
    /// The time at which a process received the request, in nanoseconds.
    var began: UInt64 = 0
    var isWithdrawn = false
    /// The numbers of processes that crashed, and that exited for another reason, while they had
    /// the request.
    private var crashes = 0
    private var kills = 0

    /// The number of exits, not counting crashes, after which the request fails.
    private static let maxKills = 8

    package init(
        requestID: String, head: [UInt8], body: [UInt8], isSmall: Bool, queued: UInt64,
        client: any PoolClient
    ) {
        self.requestID = requestID
        self.head = head
        self.body = body
        self.isSmall = isSmall
        self.queued = queued
        self.client = client
    }

    /// The request's ID and head, packed as the facts of a frame.
    var facts: [UInt8] {
        var writer = PackedWriter(capacity: 16 + requestID.utf8.count + head.count)
        writer.text(requestID)
        writer.raw(head)
        return writer.bytes
    }

    /// Whether a process crashed while it had this request, perhaps because of another request.
    var isSuspect: Bool { crashes > 0 }

    /// The failure after its process exited, or nil to retry.
    func failure(after cause: ProcessCounts.Cause, isLate: Bool) -> PoolFailure? {
        if isLate { return .late }
        if cause == .crash { return crashes > 0 ? .crashed : nil }
        return kills >= Self.maxKills ? .crashed : nil
    }

    func retried(after cause: ProcessCounts.Cause, now: UInt64) -> PendingRequest {
        var copy = self
        copy.queued = now
        if cause == .crash { copy.crashes += 1 } else { copy.kills += 1 }
        return copy
    }
}

/// Receives the response to a request of the pool. Called on any thread; must not block.
package protocol PoolClient: AnyObject, Sendable {
    /// Called when a process receives the request. After a retry, the response starts over.
    func began()

    /// Takes a frame of the response. Returns false if the client no longer wants the response.
    func take(_ frame: Frame) -> Bool

    func end(_ failure: PoolFailure)
}

package enum PoolFailure: Sendable, Equatable {
    /// The request crashed render processes, or too many of its processes exited.
    case crashed
    /// The request exceeded its time limit and did not stop by itself.
    case late
    /// The request waited too long for a process.
    case waited
    /// The request was withdrawn, or the pool is closed.
    case withdrawn
}
