import Basics

/// Faults of the service itself: it has no room or no time for a request.
extension Explanation {
    static let draining = Explanation(
        .draining, "The service is stopping. Retry on another instance, or later.", retryAfter: 5)

    /// The request crashed two render processes.
    static let renderCrashed = Explanation(
        .renderCrashed,
        "Rendering this request crashes. This is a bug in Chatprint. The same request is refused for 15 minutes; see the log for this request ID."
    )

    static func queueFull(_ settings: Settings) -> Explanation {
        Explanation(
            .overloaded, "The request queue is full (setting queue). Retry later.", status: 429,
            limit: settings.queue, setting: Setting.queue.name, retryAfter: 1)
    }

    static func waitedTooLong(_ settings: Settings) -> Explanation {
        Explanation(
            .overloaded,
            "No worker was free within \(settings.queueSeconds.plain) s (setting queue_seconds). Retry later.",
            status: 429, setting: Setting.queueSeconds.name, retryAfter: 5)
    }

    /// The response has not started. A response that has started can only be aborted.
    static func spillFull(_ settings: Settings) -> Explanation {
        Explanation(
            .spillFull,
            "The file that holds responses for slow clients is full (setting spill_bytes, or the disk). Retry later.",
            limit: settings.spillBytes, setting: Setting.spillBytes.name, retryAfter: 5)
    }

    static func tooOften(_ settings: Settings, retryAfter seconds: Int) -> Explanation {
        Explanation(
            .rateLimited,
            "An address may send \(settings.clientRate.plain) requests a second (setting client_rate).",
            setting: Setting.clientRate.name, retryAfter: seconds)
    }
}

/// Faults of asynchronous jobs.
extension Explanation {
    static let noJob = Explanation(
        .noJob, "The job never existed on this instance, was deleted, or has expired.")

    static let jobUnderWay = Explanation(
        .jobUnderWay,
        "The job has not finished. Its result is available once its state is \"done\".",
        retryAfter: 1)

    static let jobLost = Explanation(
        .jobLost, "The job ended without a result. Submit it again.")

    static let jobDeleted = Explanation(.noJob, "The job was deleted before it had a result.")

    /// A result that does not fit even without other jobs.
    static func resultTooLarge(_ limit: Int) -> Explanation {
        Explanation(
            .outputTooLarge,
            "The result exceeds job_bytes. Request it without Prefer: respond-async.",
            limit: limit, setting: Setting.jobBytes.name)
    }

    /// - Parameter setting: the setting that limits jobs; nil for the listeners of one job.
    static func jobsFull(setting: Setting?, _ limit: Int) -> Explanation {
        let what =
            switch setting {
            case .jobs: "The maximum number of jobs are running or stored (setting jobs)"
            case nil: "This job has the maximum number of listeners"
            default: "The results of jobs use all of job_bytes"
            }
        return Explanation(
            .jobsFull, "\(what). Delete results that were fetched, or retry later.", limit: limit,
            setting: setting?.name, retryAfter: 5)
    }
}
