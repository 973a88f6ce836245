/// A request to a render process, kept by the pool until it has its response, so that another
/// process can render it if the first one exits.
package struct PendingRequest: Sendable {
    package let requestID: String
    /// The packed request without its ID. The response depends on nothing but this and the body.
    let head: [UInt8]
    let body: [UInt8]
    let isSmall: Bool
    let client: any PoolClient
    /// When it began to wait for a process, in nanoseconds.
    private(set) var queued: UInt64
    /// When a process received it, in nanoseconds.
    var began: UInt64 = 0
    /// Whether the client no longer waits for the response.
    var isWithdrawn = false
    /// The number of processes that crashed, or were killed from outside, while they had it.
    private var crashes = 0
    private var kills = 0

    /// A request fails after so many kills from outside.
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

    /// The request's ID and head, as a frame carries them beside the body.
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
    /// A process received the request, for the first time or again: the response starts over.
    func began()

    /// Takes a frame of the response. Returns false if the client no longer wants it.
    func take(_ frame: Frame) -> Bool

    func end(_ failure: PoolFailure)
}

/// Why a request got no response.
package enum PoolFailure: Sendable, Equatable {
    /// Render processes crash over it.
    case crashed
    /// It exceeded its time and did not stop by itself.
    case late
    /// It waited too long for a process.
    case waited
    /// It was withdrawn, or the pool is closed.
    case withdrawn
}
