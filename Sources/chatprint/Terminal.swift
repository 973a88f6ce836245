import Basics
import Dispatch
import Glibc
import Model
import Rendering
import Synchronization
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
    /// - Parameters:
    ///   - count: the number of all warnings, of which a request keeps the first hundred.
    ///   - printed: words a sentence for its readers, by default with options of the command.
    static func lines(
        _ warnings: some Collection<Warning>, of count: Int,
        printed: (Explanation.Sentence) -> String = { $0.withOptions() }
    ) -> [String] {
        let more = count - warnings.count
        return warnings.map {
            ($0.kind == .recognized ? "" : "warning: ")
                + ($0.pointer.isEmpty ? "" : $0.pointer + ": ") + printed($0.words)
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

    /// Asks for a password without showing it. Nil if nobody is at a terminal, or types nothing.
    static func password(_ question: String) -> Secret? {
        guard isWatched, isatty(STDIN_FILENO) == 1, let typed = unsafe getpass(sanitized(question))
        else { return nil }
        let count = unsafe strlen(typed)
        var bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: typed, count: count))
        unsafe explicit_bzero(typed, count)
        // Ctrl-C is a character while a password is typed.
        if bytes.contains(0x03) { exit(128 + SIGINT) }
        return bytes.isEmpty ? nil : Secret(taking: &bytes)
    }

    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// Ignores errors, because they could only be reported to the same stream.
    private static func writeError(_ text: String) {
        do throws(SystemError) { try StandardError.write(Array(text.utf8)) } catch {}
    }
}

/// Shows the progress of reading an export or of a rendering on a terminal.
final class RenderWatch: Sendable {
    private let line: Mutex<ProgressLine>

    /// - Parameter job: the job; nil while an export is read.
    init(_ job: RenderJob?) {
        line = Mutex(
            ProgressLine(
                messages: job?.conversation.messages.count,
                began: DispatchTime.now().uptimeNanoseconds))
    }

    /// Returns the control for reading an export, which reports progress on a terminal.
    static func reading(isQuiet: Bool) -> RenderControl {
        isQuiet || !Terminal.isWatched ? RenderControl() : RenderWatch(nil).control
    }

    var control: RenderControl {
        RenderControl(
            now: { DispatchTime.now().uptimeNanoseconds },
            onProgress: { [self] progress in show { $0.text(progress, now: $1) } })
    }

    func began(pages: Int) { line.withLock { $0.pages = pages } }

    func wrote(_ bytes: Int) {
        show { line, now in
            line.bytes += bytes
            return line.text(now: now)
        }
    }

    private func show(_ text: (inout ProgressLine, UInt64) -> String?) {
        let now = DispatchTime.now().uptimeNanoseconds
        if let text = line.withLock({ text(&$0, now) }) { Terminal.progress(text) }
    }
}

/// The progress line of a rendering: the stage, the share that is done, the amount, and the
/// remaining time.
struct ProgressLine {
    /// The time without a progress line at the start, and between two lines, in nanoseconds.
    private static let silence: UInt64 = 1_000_000_000
    private static let interval: UInt64 = 100_000_000

    private let began: UInt64
    /// The beginning of the work that `fraction` is a share of.
    private var measuredFrom: UInt64
    private var stage: RenderProgress.Stage?
    /// The number of messages; nil while an export is read.
    private let messages: Int?
    private var lastShown: UInt64 = 0
    private var fraction = 0.0
    /// The number of pages, once known.
    var pages: Int?
    var bytes = 0

    init(messages: Int?, began: UInt64) {
        self.messages = messages
        self.began = began
        measuredFrom = began
    }

    /// - Returns: the line; nil if it is too early for a new one.
    mutating func text(_ progress: RenderProgress? = nil, now: UInt64) -> String? {
        if let progress {
            if messages == nil, let stage, progress.stage != stage {
                // The pace at which a key is derived is not that of reading.
                (fraction, measuredFrom) = (0, now)
            }
            let share = messages == nil ? progress.part : progress.fraction
            // Several threads report progress, not always in order.
            if share >= fraction { (stage, fraction) = (progress.stage, share) }
        }
        guard now >= began + Self.silence, now >= lastShown + Self.interval else { return nil }
        lastShown = now
        let parts = [
            [stage?.name, "\(percent) %"].compactMap(\.self).joined(separator: " "),
            messages.map { Count.text($0, "message") },
            pages.map { Count.text($0, "page") }, bytes > 0 ? Count.megabytes(bytes) : nil,
            left(now),
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    /// Shows 100 only when everything is done. The small addition compensates for rounding errors
    /// in sums.
    private var percent: Int { Int(fraction * 100 + 0.001) }

    /// The estimated remaining time at the current pace.
    private func left(_ now: UInt64) -> String? {
        guard fraction > 0, fraction < 1 else { return nil }
        return Count.left(Double(now - measuredFrom) / 1e9 * (1 - fraction) / fraction)
    }
}

extension RenderProgress.Stage {
    fileprivate var name: String {
        switch self {
        case .unlocking: "unlocking"
        case .reading: "reading"
        case .layout: "layout"
        case .output: "drawing"
        }
    }
}

/// Formats numbers for the command line.
enum Count {
    static func text(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    static func megabytes(_ bytes: Int) -> String {
        "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }

    /// Formats the remaining time: "40 s left", "3 min left".
    static func left(_ seconds: Double) -> String {
        let whole = Int(min(seconds, 360_000).rounded(.up))
        return whole < 120 ? "\(whole) s left" : "\(whole / 60) min left"
    }

    /// Groups digits: 12,345.
    private static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        var out = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { out.append(",") }
            out.append(digit)
        }
        return out
    }
}
