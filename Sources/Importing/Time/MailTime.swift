import Conversation

/// Dates of mail headers (RFC 5322 §3.3): `Mon, 2 Jan 2006 15:04:05 -0700`.
enum MailTime {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    static func moment(_ text: String) -> Moment? {
        var words = text.split(whereSeparator: { $0 == " " || $0 == "," })[...]
        if let first = words.first, Int(first) == nil { words = words.dropFirst() }
        guard words.count >= 4, let day = Int(words[words.startIndex]),
            let year = Int(words[words.startIndex + 2])
        else { return nil }
        let name = String(words[words.startIndex + 1].lowercased().prefix(3))
        guard let month = months.firstIndex(of: name) else { return nil }
        let clock = words[words.startIndex + 3].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 2 || clock.count == 3 else { return nil }
        let time = CivilTime(
            year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1],
            second: clock.count > 2 ? clock[2] : 0)
        guard time.isReal else { return nil }
        let zone = words.count > 4 ? String(words[words.startIndex + 4]) : "Z"
        var cursor = ISOTime.Cursor(bytes: Array(zone.utf8))
        let offset = cursor.offset() ?? 0
        return Moment(
            milliseconds: Int64(time.seconds - offset) * 1000, offset: Int32(clamping: offset))
    }
}
