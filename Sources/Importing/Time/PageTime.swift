import Conversation

/// Times as web pages write them for readers: `Jan 15, 2024 10:00:05 pm`, `15 January 2024 at 22:00`,
/// `15.01.2024, 22:00`.
enum PageTime {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    static func moment(_ text: String, _ builder: inout ConversationBuilder) -> Moment? {
        guard text.utf8.count <= 80, let time = civil(text) else { return nil }
        return builder.moment(time)
    }

    private static func civil(_ text: String) -> CivilTime? {
        var numbers: [Int] = []
        var clock: [Int] = []
        var month: Int?
        var half: String?
        for word in text.lowercased().split(whereSeparator: { " ,\u{202F}\u{A0}".contains($0) }) {
            if word.contains(":") {
                let digits = word.prefix { $0.isNumber || $0 == ":" }
                clock = digits.split(separator: ":").compactMap { Int($0) }
                half =
                    word.dropFirst(digits.count).isEmpty
                    ? half : String(word.dropFirst(digits.count))
            } else if let number = Int(word.last == "." ? word.dropLast() : word) {
                numbers.append(number)
            } else if word == "am" || word == "pm" || word == "a.m." || word == "p.m." {
                half = String(word)
            } else if let known = months.firstIndex(of: String(word.prefix(3))) {
                month = month ?? known + 1
            } else {
                let parts = word.split(whereSeparator: { "./-".contains($0) })
                if parts.count == 3 { numbers += parts.compactMap { Int($0) } }
            }
        }
        guard (2...3).contains(clock.count), let date = date(numbers, month) else { return nil }
        var time = CivilTime(year: date.year, month: date.month, day: date.day)
        time.hour = clock[0]
        if let half, clock[0] <= 12 { time.hour = clock[0] % 12 + (half.hasPrefix("p") ? 12 : 0) }
        time.minute = clock[1]
        time.second = clock.count > 2 ? clock[2] : 0
        return time.isValid ? time : nil
    }

    private static func date(_ numbers: [Int], _ month: Int?) -> (year: Int, month: Int, day: Int)?
    {
        if let month {
            guard numbers.count == 2 else { return nil }
            let isYearLast = numbers[1] > 31
            return (numbers[isYearLast ? 1 : 0], month, numbers[isYearLast ? 0 : 1])
        }
        guard numbers.count == 3 else { return nil }
        if numbers[0] > 31 { return (numbers[0], numbers[1], numbers[2]) }
        // Days first, unless the second number can be no month.
        return numbers[1] <= 12
            ? (numbers[2], numbers[1], numbers[0]) : (numbers[2], numbers[0], numbers[1])
    }
}
