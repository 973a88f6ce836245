package import Basics

/// Renders requests, on threads of this process or in separate processes.
package protocol RenderBackend: AnyObject, Sendable {
    /// Renders a request, now or later, and writes the response to `reply`.
    func take(_ request: consuming WorkRequest, _ reply: any WorkReply)

    var load: WorkLoad { get }

    /// The problem that prevents rendering at present; nil if the backend is ready.
    var trouble: Explanation? { get }
}

package struct WorkLoad: Sendable {
    package var queued = 0
    package var busy = 0
    package var workers = 0
    /// Whether cairo is rendering, and the number of requests that wait for it; nil if only the
    /// render processes know.
    package var cairo: (isBusy: Bool, queued: Int)?
    /// The load of the render processes; nil if this process renders.
    package var processes: ProcessLoad?

    package struct ProcessLoad: Sendable {
        package var running = 0
        /// The number of bytes used by the processes, without shared pages.
        package var memory = 0
        /// The processor time of the running processes.
        package var seconds = 0.0
        package var starts = 0
        /// Unexpected exits, by cause.
        package var ends: [String: Int] = [:]
        /// Requests retried after their process exited.
        package var retries = 0
        /// Requests rejected because they crash render processes.
        package var quarantined = 0
    }
}
