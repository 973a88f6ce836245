package import Basics
package import Evidence
package import HTTP
package import Rendering

/// The reply to work of the backend, with notes for the log and the metrics: to a client of this
/// process, to the front process, or into memory.
package protocol WorkReply: Reply {
    /// Records that rendering began, this many nanoseconds after the request arrived.
    func began(after nanoseconds: UInt64)

    /// Reports progress from time to time.
    func progressed(_ progress: RenderProgress)

    /// Corrects the estimate of `WorkRequest.isSmall`.
    func resized(isSmall: Bool)

    /// Aborts a response that has begun. Its client only sees that it is incomplete, but a job
    /// reports the problem.
    func fail(because problem: Response)

    /// The signer in another process; nil if this process has the key, or if no key is set.
    var signer: (any DocumentSigner)? { get }

    /// Adds notes for the log and the metrics, before the end of the response.
    func note(_ change: (inout WorkNotes) -> Void)
}

extension WorkReply {
    package var signer: (any DocumentSigner)? { nil }
    package func progressed(_ progress: RenderProgress) {}
    package func resized(isSmall: Bool) {}
    package func fail(because problem: Response) { fail() }

    func note(_ problem: Explanation) {
        note {
            ($0.problem, $0.setting, $0.pointer) = (
                problem.type.rawValue, problem.setting, problem.pointer
            )
        }
    }

    /// Sends a problem instead of a response, and notes it for the log and the metrics.
    package func refuse(_ problem: Explanation) {
        note(problem)
        answer(Response(problem, requestID: requestID))
    }

    /// Aborts a response that has begun, and notes the problem for the log and the metrics.
    func fail(because problem: Explanation) {
        note(problem)
        fail(because: Response(problem, requestID: requestID))
    }
}

/// The facts about a render, collected while it runs.
package struct WorkNotes: Sendable {
    package var problem: String?
    /// The setting whose limit was exceeded.
    package var setting: String?
    /// The place of the problem in the request's body.
    package var pointer: String?
    package var format = ""
    package var messages = 0
    package var warnings = 0
    package var warningKinds: [String: Int] = [:]
    package var queueSeconds: Double?
    package var renderSeconds: Double?
    /// Seconds by stage.
    package var stages: [String: Double] = [:]
    /// Rows of PNG pictures, by `RenderTimings.Rows`.
    package var rows: [String: Int] = [:]
    /// The peak memory, as reported by a render process.
    package var memory = 0
    /// The memory of the request, until its response is sent.
    var reservation: MemoryReservation?
    /// Removes the request from the queue, or ends its render.
    var withdraw: (@Sendable () -> Void)?
}
