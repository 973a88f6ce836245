import Glibc
import Model
import System

/// The two output streams of the command.
enum Terminal {
    /// Prints to standard output. A reader that closes it, such as `head`, has read enough.
    static func print(_ text: String) throws(CommandFailure) {
        do throws(SystemError) {
            try StandardOutput.write(Array((sanitized(text) + "\n").utf8))
        } catch {
            guard error.code == EPIPE else { throw OutputFile.failure("-", error) }
        }
    }

    static func error(_ text: String) { writeError(sanitized(text) + "\n") }

    /// A line for each warning, and for how many more there are. The recognized format of an export
    /// is information.
    ///
    /// Warnings name the options that the user can type instead of the corresponding fields.
    ///
    /// - Parameter count: the number of all warnings, of which a request keeps the first hundred.
    static func lines(_ warnings: some Collection<Warning>, of count: Int) -> [String] {
        let more = count - warnings.count
        return warnings.map {
            ($0.kind == .recognized ? "" : "warning: ")
                + ($0.pointer.isEmpty ? "" : $0.pointer + ": ") + $0.words.withOptions()
        }
            + (more > 0 ? ["warning: \(more) more \(more == 1 ? "warning" : "warnings")"] : [])
    }

    static func report(_ warnings: some Collection<Warning>, of count: Int) {
        for line in lines(warnings, of: count) { error(line) }
    }

    /// Replaces control characters, which a terminal would obey: texts may contain parts of a
    /// conversation. `CleanText` keeps U+0080 to U+009F, which some terminals obey, too.
    static func sanitized(_ text: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
        }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
    }

    /// Writes a line that the next one overwrites, only on a terminal.
    static func progress(_ text: String) {
        guard isWatched else { return }
        writeError("\r\u{1B}[K\(sanitized(text))")
    }

    static func endProgress() {
        guard isWatched else { return }
        writeError("\r\u{1B}[K")
    }

    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Ignores errors, because they could only be reported to the same stream.
    private static func writeError(_ text: String) {
        do throws(SystemError) { try StandardError.write(Array(text.utf8)) } catch {}
    }
}
