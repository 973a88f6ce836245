import Rendering

/// Problems of asynchronous jobs.
extension Problem {
    static var noJob: Problem {
        Problem(
            .noJob, "The job never existed on this instance, was deleted, or has expired.")
    }

    static var jobUnderWay: Problem {
        var problem = Problem(
            .jobUnderWay,
            "The job has not finished. Its result is available once its state is \"done\".")
        problem.retryAfter = 1
        return problem
    }

    static var jobLost: Problem {
        Problem(
            .jobLost, "The job ended without a result. Submit it again.")
    }

    /// A result that does not fit even without other jobs.
    static func resultTooLarge(_ limit: Int) -> Problem {
        var problem = Problem(
            .outputTooLarge,
            "The result exceeds job_bytes. Request it without Prefer: respond-async.")
        problem.setting = Setting.jobBytes.name
        problem.limit = limit
        return problem
    }

    static var jobDeleted: Problem {
        Problem(.noJob, "The job was deleted before it had a result.")
    }

    /// - Parameter setting: the setting that limits jobs; nil for the listeners of one job.
    static func jobsFull(setting: Setting?, _ limit: Int) -> Problem {
        let what: String =
            switch setting {
            case .jobs: "The maximum number of jobs are running or stored (setting jobs)"
            case nil: "This job has the maximum number of listeners"
            default: "The results of jobs use all of job_bytes"
            }
        var problem = Problem(
            .jobsFull, what + ". Delete results that were fetched, or retry later.")
        problem.setting = setting?.name
        problem.limit = limit
        problem.retryAfter = 5
        return problem
    }
}
