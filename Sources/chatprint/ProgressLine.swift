import Rendering

/// The progress line of a rendering: the share that is done, the amount, and the remaining time.
struct ProgressLine {
    /// The time without a progress line at the start, and between two lines, in nanoseconds.
    private static let silence: UInt64 = 1_000_000_000
    private static let interval: UInt64 = 100_000_000

    private let began: UInt64
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
    }

    /// - Returns: the line; nil if it is too early for a new one.
    mutating func text(_ progress: RenderProgress? = nil, now: UInt64) -> String? {
        // Several threads report progress, not always in order.
        if let progress {
            fraction = max(fraction, messages == nil ? progress.part : progress.fraction)
        }
        guard now >= began + Self.silence, now >= lastShown + Self.interval else { return nil }
        lastShown = now
        let parts = [
            "\(percent) %" + (messages == nil ? " read" : ""),
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
        return Count.left(Double(now - began) / 1e9 * (1 - fraction) / fraction)
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
