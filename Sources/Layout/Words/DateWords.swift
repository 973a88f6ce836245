package import Basics
package import Model
import Themes

/// Formats days and times of day in the conversation's zone, locale and clock. Each day and each
/// minute is formatted once.
package struct DateWords {
    private let wording: DateWording
    private var times: [Int: String] = [:]
    private var zone: Clock
    private let addsUTC: Bool
    /// Whether every time includes its day, seconds and offset.
    private let isFull: Bool
    private let isRightToLeft: Bool

    package init(
        locale identifier: String, zone: ZoneRules, clock: Options.TimeFormat,
        addsUTC: Bool = false, isFull: Bool = false, isRightToLeft: Bool = false
    ) {
        self.isFull = isFull
        self.addsUTC = addsUTC
        self.isRightToLeft = isRightToLeft
        self.zone = Clock(zone: zone)
        wording = Self.wording(identifier, clock)
    }

    private static func wording(_ locale: String, _ clock: Options.TimeFormat) -> DateWording {
        let hours: DateWording.Clock =
            switch clock {
            case .auto: .usual
            case .h12: .twelveHours
            case .h24: .twentyFourHours
            }
        return DateWording.of(LocaleName(locale), clock: hours)
    }

    static func longTimes(locale: String, clock: Options.TimeFormat) -> [String] {
        let wording = wording(locale, clock)
        return [10, 22].map { wording.time($0 * 60 + 58) }
    }

    /// In seconds; positive in the east.
    package mutating func offset(at moment: Moment) -> Int64 {
        zone.offset(at: DateWords.seconds(moment))
    }

    mutating func civil(_ moment: Moment) -> LocalTime {
        let seconds = DateWords.seconds(moment)
        return LocalTime(localSeconds: seconds + zone.offset(at: seconds))
    }

    func day(of moment: Moment, offset: Int64, as form: DayForm = .full) -> String {
        let local = LocalTime(localSeconds: DateWords.seconds(moment) + offset)
        return wording.day(local.daysSinceEpoch, as: form)
    }

    /// "9:40 AM"; with UTC "9:40 AM (07:40 UTC)", including the UTC day if it differs.
    mutating func time(_ civil: LocalTime, of moment: Moment) -> String {
        let words = isFull ? full(moment) : time(civil)
        return addsUTC ? words + utc(moment, from: civil.isoDay) : words
    }

    /// Formats a full time, the same in every language: "2026-05-31 09:40:00 +02:00".
    package mutating func full(_ moment: Moment) -> String {
        let shift = offset(at: moment)
        let local = Moment(
            milliseconds: moment.milliseconds, offset: Int32(truncatingIfNeeded: shift))
        let text = local.text
        let clock = text.prefix(10) + " " + text.dropFirst(11).prefix(8)
        let words = clock + " " + (text.hasSuffix("Z") ? "+00:00" : text.suffix(6))
        // A sequence of numbers would be displayed from right to left, with the offset first (UAX
        // #9).
        return isRightToLeft ? "\u{2066}" + words + "\u{2069}" : String(words)
    }

    private func utc(_ moment: Moment, from isoDay: String) -> String {
        let civil = LocalTime(localSeconds: DateWords.seconds(moment))
        let digits = [civil.minuteOfDay / 60, civil.minuteOfDay % 60].map { String($0, digits: 2) }
        let day = civil.isoDay == isoDay ? "" : civil.isoDay + " "
        let words = "(" + day + digits.joined(separator: ":") + " UTC)"
        return " " + Isolate.wrapping(words, in: isRightToLeft)
    }

    mutating func time(_ civil: LocalTime) -> String {
        if let known = times[civil.minuteOfDay] { return known }
        let text = wording.time(civil.minuteOfDay)
        times[civil.minuteOfDay] = text
        return text
    }

    /// "May 31, 2026 9:40 AM", for themes that show the date of every message.
    mutating func stamp(_ civil: LocalTime, of moment: Moment) -> String {
        guard !isFull else { return full(moment) }
        return wording.day(civil.daysSinceEpoch, as: .short) + " " + time(civil, of: moment)
    }

    mutating func time(_ moment: Moment?, from isoDay: String?) -> String? {
        guard let moment else { return nil }
        let civil = civil(moment)
        guard !isFull else { return full(moment) }
        return civil.isoDay == isoDay ? time(civil, of: moment) : stamp(civil, of: moment)
    }

    /// The name of a UTC offset: "GMT+2", "GMT+5:30".
    static func zoneName(offset: Int64) -> String {
        guard offset != 0 else { return "GMT" }
        let minutes = abs(offset) / 60
        let rest = minutes % 60
        let tail = rest == 0 ? "" : ":" + String(Int(rest), digits: 2)
        return "GMT\(offset < 0 ? "−" : "+")\(minutes / 60)\(tail)"
    }

    /// Clamps instants to the years 1 to 9999, within which the calendars agree.
    private static func seconds(_ moment: Moment) -> Int64 {
        let seconds = moment.milliseconds.flooredQuotient(by: 1_000).quotient
        return min(max(seconds, -62_135_596_800), 253_402_214_400)
    }
}

/// A local date and time of day, as precise as rows show them.
struct LocalTime: Hashable {
    let isoDay: String
    let minuteOfDay: Int
    let daysSinceEpoch: Int

    /// Seconds since 1970, already shifted into the time zone.
    init(localSeconds: Int64) {
        let civil = CivilTime(milliseconds: localSeconds * 1_000)
        isoDay = TimeDigits(civil).day
        minuteOfDay = civil.hour * 60 + civil.minute
        daysSinceEpoch = CivilTime.days(year: civil.year, month: civil.month, day: civil.day)
    }
}

enum TimeSpan {
    enum Unit { case hours, minutes, seconds }

    /// Clamped to 0 through 100 days.
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

/// Formats file sizes, the same in every language: "512 B", "12 KB", "1.2 MB".
enum ByteCount {
    static func words(_ bytes: Int) -> String {
        let bytes = max(bytes, 0)
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var value = Double(bytes) / 1_000
        for unit in ["KB", "MB", "GB", "TB", "PB"] {
            // A value that would round up to 1,000 uses the next unit.
            if value < 999.5 { return "\(rounded(value)) \(unit)" }
            value /= 1_000
        }
        return "\(rounded(value)) EB"
    }

    private static func rounded(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        guard tenths < 100, tenths % 10 != 0 else { return String(Int(value.rounded())) }
        return "\(tenths / 10).\(tenths % 10)"
    }
}
