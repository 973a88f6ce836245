/// What is refused before anybody works on it.
extension Problem {
    static var draining: Problem {
        var problem = Problem(
            "draining", 503, "The service is stopping", "Ask another instance, or again later.")
        problem.retryAfter = 5
        return problem
    }

    /// Processes ended over it, and there is nothing that a caller could do about it.
    static var renderCrashed: Problem {
        Problem(
            "render-crashed", 500, "This request ends the processes that draw it",
            "It is a defect of the service, and the same request gets this answer at once for a quarter of "
                + "an hour; the log knows more under this request's id.")
    }

    static func queueFull(_ settings: Settings) -> Problem {
        var problem = Problem(
            "overloaded", 429, "Too many requests wait",
            "As many requests as the setting queue allows wait already; try again.")
        problem.setting = Setting.queue.rawValue
        problem.limit = settings.queue
        problem.retryAfter = 1
        return problem
    }

    static func waitedTooLong(_ settings: Settings) -> Problem {
        var problem = Problem(
            "overloaded", 429, "The request has waited too long",
            "No worker was free within the \(settings.text(of: .queueSeconds)) s of the setting "
                + "queue_seconds; try again.")
        problem.setting = Setting.queueSeconds.rawValue
        problem.retryAfter = 5
        return problem
    }

    /// For answers that nobody has seen the beginning of; the others can only be broken off.
    static func spillFull(_ settings: Settings) -> Problem {
        var problem = Problem(
            "spill-full", 503, "Too many answers wait for their readers",
            "The file in which answers wait for slow readers has no room left, on its disk or by the "
                + "setting spill_bytes; try again.")
        problem.setting = Setting.spillBytes.rawValue
        problem.limit = settings.spillBytes
        problem.retryAfter = 5
        return problem
    }

    static func tooOften(_ settings: Settings, retryAfter seconds: Int) -> Problem {
        var problem = Problem(
            "rate-limited", 429, "Too many requests from one address",
            "One address may send \(settings.text(of: .clientRate)) requests a second; "
                + "the setting client_rate raises the limit.")
        problem.setting = Setting.clientRate.rawValue
        problem.retryAfter = seconds
        return problem
    }
}
