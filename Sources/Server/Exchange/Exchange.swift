package import HTTP
import Synchronization

/// One request and the way back to whoever sent it.
///
/// It may be used from any thread. Nothing here waits: what a slow reader does not take is kept,
/// first in memory, then in a file, and the writer goes on to its next job.
package final class Exchange: Sendable {
    /// The caller's `X-Request-Id` when it is harmless, or one of ours.
    package let requestID: String
    package let peer: Peer
    /// Nil when the head could not be read.
    package let head: RequestHead?
    /// When the head was complete.
    package let received: Instant

    private let token: UInt64
    private let mailbox: Mailbox
    private let outbox: Mutex<Outbox>
    private let cancelled = Atomic(false)

    init(
        requestID: String, peer: Peer, head: RequestHead?, received: Instant, token: UInt64,
        mailbox: Mailbox, settings: ServerSettings
    ) {
        self.requestID = requestID
        self.peer = peer
        self.head = head
        self.received = received
        self.token = token
        self.mailbox = mailbox
        outbox = Mutex(
            Outbox(
                body: SpillBuffer(
                    memoryLimit: settings.answerMemory, fileLimit: settings.answerFile,
                    directory: settings.spillDirectory)))
    }

    /// Whether nobody waits for the answer any more. Work asks at every convenient place and stops.
    package var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    /// Gives the whole answer.
    package func answer(_ response: Response) {
        change { outbox in
            guard outbox.start == nil else { return }
            outbox.start = .whole(response)
            outbox.isFinished = true
        }
    }

    /// Begins an answer whose body comes in pieces, of a known length or not.
    package func begin(_ head: ResponseHead, length: Int? = nil) {
        change { outbox in
            guard outbox.start == nil else { return }
            outbox.start = .streamed(head, length: length)
        }
    }

    /// Adds a piece to the body of an answer that has begun. False when it is of no use to go on:
    /// the client is gone, or there is no room left.
    @discardableResult
    package func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        if isCancelled { return false }
        change { outbox in
            guard !outbox.isFinished else { return }
            do throws(SystemError) {
                try outbox.body.append(bytes)
            } catch {
                outbox.isBroken = true
                cancelled.store(true, ordering: .relaxed)
            }
        }
        return !isCancelled
    }

    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        write(bytes[...])
    }

    /// Ends the answer.
    package func finish() {
        change { $0.isFinished = true }
    }

    /// Gives up an answer that has begun. The client sees a broken connection, never an end that
    /// looks whole.
    package func fail() {
        change { $0.isBroken = true }
    }

    private func change(_ body: (inout Outbox) -> Void) {
        let wakes = outbox.withLock { outbox in
            body(&outbox)
            defer { outbox.isAwaited = false }
            return outbox.isAwaited
        }
        if wakes { mailbox.post(.ready(token)) }
    }

    // MARK: The loop's side

    /// What the loop is to write next; with nothing there, the exchange will call when there is.
    func next(_ most: Int) -> Piece {
        outbox.withLock { $0.next(most) }
    }

    /// Bytes that went through a file.
    var spilled: Int { outbox.withLock { $0.body.spilled } }

    func cancel() {
        cancelled.store(true, ordering: .relaxed)
    }
}
