import Rendering

/// Problems of requests that are rejected before any work.
extension Problem {
    static var draining: Problem {
        var problem = Problem(
            .draining, "The service is stopping. Retry on another instance, or later.")
        problem.retryAfter = 5
        return problem
    }

    /// The problem of a request that crashed two render processes.
    static var renderCrashed: Problem {
        Problem(
            .renderCrashed,
            "Rendering this request crashes. This is a bug in Chatprint. The same request is refused for "
                + "15 minutes; see the log for this request ID.")
    }

    static func queueFull(_ settings: Settings) -> Problem {
        var problem = Problem(
            .overloaded, status: 429, "The request queue is full (setting queue). Retry later.")
        problem.setting = Setting.queue.name
        problem.limit = settings.queue
        problem.retryAfter = 1
        return problem
    }

    static func waitedTooLong(_ settings: Settings) -> Problem {
        var problem = Problem(
            .overloaded, status: 429,
            "No worker was free within \(settings.queueSeconds.plain) s (setting queue_seconds). "
                + "Retry later.")
        problem.setting = Setting.queueSeconds.name
        problem.retryAfter = 5
        return problem
    }

    /// The problem of a response that has not started. A response that has started can only be
    /// aborted.
    static func spillFull(_ settings: Settings) -> Problem {
        var problem = Problem(
            .spillFull,
            "The file that holds responses for slow clients is full (setting spill_bytes, or the disk). "
                + "Retry later.")
        problem.setting = Setting.spillBytes.name
        problem.limit = settings.spillBytes
        problem.retryAfter = 5
        return problem
    }

    static func tooOften(_ settings: Settings, retryAfter seconds: Int) -> Problem {
        var problem = Problem(
            .rateLimited,
            "An address may send \(settings.clientRate.plain) requests a second "
                + "(setting client_rate).")
        problem.setting = Setting.clientRate.name
        problem.retryAfter = seconds
        return problem
    }
}
