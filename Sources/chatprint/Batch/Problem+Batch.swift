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

    static func unreadable(_ detail: String) -> Problem {
        Problem(.inputUnreadable, detail + ".").at("/input")
    }

    static func unwritable(_ failure: CommandFailure) -> Problem {
        Problem(.outputFailed, failure.sentence + ".")
    }
}
