import Service

extension Problem {
    /// A job that is none.
    static func job(_ detail: String, at pointer: String? = nil) -> Problem {
        Problem("invalid-job", 422, "The line is not a job", detail).at(pointer)
    }

    static func longLine(limit: Int) -> Problem {
        var problem = Problem(
            "content-too-large", 413, "The line is too long",
            "A line may have \(limit) bytes; name a file with \"input\", "
                + "or raise the setting body_bytes.")
        problem.limit = limit
        problem.setting = Setting.bodyBytes.rawValue
        return problem
    }

    static func unreadable(_ path: String) -> Problem {
        Problem(
            "input-unreadable", 404, "The input cannot be read", "There is no file \(path) to read."
        ).at("/input")
    }

    static func unwritable(_ path: String, code: Int32?) -> Problem {
        Problem(
            "output-failed", 500, "The output cannot be written",
            "\(path) cannot be written\(code.map { " (error \($0))" } ?? "").")
    }

    static func unwritable(_ failure: CommandFailure) -> Problem {
        Problem("output-failed", 500, "The output cannot be written", failure.sentence + ".")
    }
}
