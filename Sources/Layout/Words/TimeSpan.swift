import Basics

enum TimeSpan {
    enum Unit { case hours, minutes, seconds }

    /// Returns whole seconds, clamped to 0 through 100 days.
    static func whole(_ seconds: Double) -> Int {
        guard seconds.isFinite else { return 0 }
        return Int(min(max(seconds, 0), 8_640_000).rounded())
    }

    static func clock(_ seconds: Int) -> String {
        let minutes = seconds / 60
        let rest = String(seconds % 60, digits: 2)
        guard minutes >= 60 else { return "\(minutes):\(rest)" }
        return "\(minutes / 60):\(String(minutes % 60, digits: 2)):\(rest)"
    }

    /// The two largest units that are not zero. Durations of an hour or more omit seconds.
    static func parts(_ seconds: Int) -> [(Unit, Int)] {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        if hours > 0 { return [(.hours, hours)] + (minutes > 0 ? [(.minutes, minutes)] : []) }
        if minutes > 0 { return [(.minutes, minutes)] + (rest > 0 ? [(.seconds, rest)] : []) }
        return [(.seconds, rest)]
    }
}
