import Foundation

/// The two streams a person reads.
enum Terminal {
    static func print(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func error(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    /// A line that is written over by the next; only where a person is watching.
    static func progress(_ text: String) {
        guard isWatched else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    static func endProgress() {
        guard isWatched else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }

    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }
}
