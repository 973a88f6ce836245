import Basics
import Model

/// Dates of mail headers (RFC 5322 §3.3): `Mon, 2 Jan 2006 15:04:05 -0700`.
enum MailTime {
    static func moment(_ text: String) -> Moment? {
        var words = text.split(whereSeparator: { $0 == " " || $0 == "," })[...]
        if let first = words.first, Int(first) == nil { words = words.dropFirst() }
        guard words.count >= 4, let day = Int(words[words.startIndex]),
            let year = Int(words[words.startIndex + 2])
        else { return nil }
        guard let month = CivilDate.month(named: words[words.startIndex + 1].prefix(3)) else {
            return nil
        }
        let clock = words[words.startIndex + 3].split(separator: ":").compactMap { Int($0) }
        guard let time = CivilTime(day: [year, month, day], clock: clock) else { return nil }
        let offset = words.count > 4 ? seconds(String(words[words.startIndex + 4])) : 0
        return Moment(time, offset: Int32(offset))
    }

    /// Parses an offset such as `-0700`. Names such as `GMT` and invalid offsets mean UTC.
    private static func seconds(_ zone: String) -> Int {
        guard zone.utf8.count == 5, let number = Int(zone), abs(number) <= 1800 else { return 0 }
        return (number / 100 * 60 + number % 100) * 60
    }
}
