import Rendering
import Service

extension Problem {
    /// A line that is not a valid job.
    static func job(_ detail: String, at pointer: String? = nil) -> Problem {
        Problem(.invalidJob, detail).at(pointer)
    }

    static func longLine(limit: Int) -> Problem {
        var problem = Problem(
            .contentTooLarge,
            "The line exceeds the limit of \(limit) bytes (setting body_bytes). Use \"input\" for a file."
        )
        problem.limit = limit
        problem.setting = Setting.bodyBytes.name
        return problem
    }

    static func unreadable(_ path: String) -> Problem {
        Problem(
            .inputUnreadable, "\(path) does not exist or cannot be read."
        ).at("/input")
    }

    static func unwritable(_ path: String, code: Int32?) -> Problem {
        Problem(
            .outputFailed, "\(path) cannot be written\(code.map { " (error \($0))" } ?? "").")
    }

    static func unwritable(_ failure: CommandFailure) -> Problem {
        Problem(.outputFailed, failure.sentence + ".")
    }
}
