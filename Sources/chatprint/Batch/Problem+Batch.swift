import Basics
import Rendering
import Service

extension Explanation {
    /// A line that is not a valid job.
    static func job(_ sentence: Sentence, at pointer: String? = nil) -> Explanation {
        Explanation(.invalidJob, sentence, at: pointer)
    }

    static func longLine(limit: Int) -> Explanation {
        Explanation(
            .contentTooLarge,
            "The line exceeds the limit of \(limit) bytes (setting body_bytes). Use \"input\" for a file.",
            limit: limit, setting: Setting.bodyBytes.name)
    }

    static func unreadable(input words: String) -> Explanation {
        Explanation(.inputUnreadable, "\(words).", at: "/input")
    }

    static func unwritable(_ failure: CommandFailure) -> Explanation {
        Explanation(.outputFailed, "\(failure.sentence).")
    }
}
