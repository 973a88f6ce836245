/// Formats durations.
enum TimeSpan {
    enum Unit { case hours, minutes, seconds }

    /// Returns whole seconds, clamped to 0 through 100 days.
    static func whole(_ seconds: Double) -> Int {
        guard seconds.isFinite else { return 0 }
        return Int(min(max(seconds, 0), 8_640_000).rounded())
    }

    static func clock(_ seconds: Int) -> String {
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let minutes = seconds / 60
        let rest = padded(seconds % 60)
        guard minutes >= 60 else { return "\(minutes):\(rest)" }
        return "\(minutes / 60):\(padded(minutes % 60)):\(rest)"
    }

    /// The two largest units that are not zero. Durations of an hour or more omit seconds.
    static func parts(_ seconds: Int) -> [(Unit, Int)] {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        if hours > 0 { return [(.hours, hours)] + (minutes > 0 ? [(.minutes, minutes)] : []) }
        if minutes > 0 { return [(.minutes, minutes)] + (rest > 0 ? [(.seconds, rest)] : []) }
        return [(.seconds, rest)]
    }
}
