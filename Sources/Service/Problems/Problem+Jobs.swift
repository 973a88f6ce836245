/// What is wrong with renderings that were asked for apart.
extension Problem {
    static var noJob: Problem {
        Problem(
            "no-job", 404, "There is no such job",
            "It was never begun here, was deleted, or ended longer ago than jobs are kept.")
    }

    static var jobUnderWay: Problem {
        var problem = Problem(
            "job-under-way", 409, "The job has not ended",
            "Its result is here when its state is \"done\".")
        problem.retryAfter = 1
        return problem
    }

    static var jobLost: Problem {
        Problem(
            "job-lost", 503, "The job was broken off",
            "Nothing came of it; ask again.")
    }

    /// - Parameter setting: whose limit it is; nil for those who listen to one job.
    static func jobsFull(setting: Setting?, _ limit: Int) -> Problem {
        let what: String =
            switch setting {
            case .jobs: "As many jobs as the setting jobs allows are under way or kept"
            case nil: "As many listen to this job as may"
            default: "Results of jobs take all that the setting job_bytes allows"
            }
        var problem = Problem(
            "jobs-full", 429, "There are too many jobs",
            what + "; delete what was fetched, or try again later.")
        problem.setting = setting?.rawValue
        problem.limit = limit
        problem.retryAfter = 5
        return problem
    }
}
