import Glibc
import System

/// The two streams a person reads.
enum Terminal {
    static func print(_ text: String) {
        tell { () throws(SystemError) in
            try StandardOutput.write(Array((text + "\n").utf8))
        }
    }

    static func error(_ text: String) { writeError(text + "\n") }

    /// A line that is written over by the next; only where a person is watching.
    static func progress(_ text: String) {
        guard isWatched else { return }
        writeError("\r\u{1B}[K\(text)")
    }

    static func endProgress() {
        guard isWatched else { return }
        writeError("\r\u{1B}[K")
    }

    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    private static func writeError(_ text: String) {
        tell { () throws(SystemError) in try StandardError.write(Array(text.utf8)) }
    }

    /// Who has closed a stream is told nothing more: there is nobody to tell that, either.
    private static func tell(_ write: () throws(SystemError) -> Void) {
        do throws(SystemError) { try write() } catch {}
    }
}
