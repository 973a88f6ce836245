package import HTTP
package import Rendering
package import Signing

/// The way back from work on an order: to a client of this process, or to the process that serves
/// it.
package protocol ResponseWriter: AnyObject, Sendable {
    var requestID: String { get }
    /// Whether nobody waits for the answer any more.
    var isCancelled: Bool { get }
    /// Whether the answer was given up because there was no room to keep it for its reader.
    var hasOverflown: Bool { get }

    /// Work on it has begun, so many nanoseconds after it came.
    func began(after nanoseconds: UInt64)

    /// The four of `Exchange`, and a problem in place of an answer.
    func answer(_ response: Response, onThisThread: Bool)
    func refuse(_ problem: Problem)
    func begin(_ head: ResponseHead)
    func write(_ bytes: ArraySlice<UInt8>) -> Bool
    func finish()
    func fail()

    /// Work on it is so far; told now and then.
    func progressed(_ progress: RenderProgress)

    /// Who signs for it, where that is another process; nil where it is this one or nobody.
    var signer: (any DocumentSigner)? { get }

    /// Adds notes for the log and the metrics, before the end of the answer.
    func note(_ change: (inout WorkNotes) -> Void)
}

extension ResponseWriter {
    package func answer(_ response: Response) { answer(response, onThisThread: false) }
    package var signer: (any DocumentSigner)? { nil }
    /// A connection has the bytes that come to go by.
    package func progressed(_ progress: RenderProgress) {}
}

/// The facts about a piece of work that become known while it is done.
package struct WorkNotes: Sendable {
    package var problem: String?
    /// The setting whose limit it met.
    package var setting: String?
    package var format = ""
    package var messages = 0
    package var warnings = 0
    package var warningKinds: [String: Int] = [:]
    package var queueSeconds: Double?
    package var renderSeconds: Double?
    /// Seconds by stage.
    package var stages: [String: Double] = [:]
    /// The most memory it held.
    package var memory = 0
    /// The account of its memory, until its answer is sent.
    var account: MemoryReservation?
    /// Frees its place in the queue, or ends the work.
    var withdraw: (@Sendable () -> Void)?
}
