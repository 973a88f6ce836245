import Glibc
import Model
import System

/// The two output streams of the command.
enum Terminal {
    static func print(_ text: String) {
        ignoringErrors { () throws(SystemError) in
            try StandardOutput.write(Array((sanitized(text) + "\n").utf8))
        }
    }

    static func error(_ text: String) { writeError(sanitized(text) + "\n") }

    /// Writes a line for each warning, and how many more there are.
    ///
    /// - Parameter count: the number of all warnings, of which a request keeps the first hundred.
    static func report(
        _ warnings: some Collection<Warning>, of count: Int, to write: (String) -> Void = error
    ) {
        for warning in warnings { write("warning: " + warning.sentence) }
        let more = count - warnings.count
        if more > 0 { write("warning: \(more) more \(more == 1 ? "warning" : "warnings")") }
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

    private static func writeError(_ text: String) {
        ignoringErrors { () throws(SystemError) in try StandardError.write(Array(text.utf8)) }
    }

    /// Ignores errors, because they cannot be reported if the reader has closed the stream.
    private static func ignoringErrors(_ write: () throws(SystemError) -> Void) {
        do throws(SystemError) { try write() } catch {}
    }
}
