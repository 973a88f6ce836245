/// A part of a locale's pattern for dates and times (UTS #35, Dates).
enum DatePart: Sendable, Equatable {
    case text(String)
    case year
    case month(width: Int)
    case monthName
    case shortMonthName
    case day(width: Int)
    case weekday
    case shortWeekday
    case hour(width: Int)
    /// The hour from 1 to 12.
    case hourOfHalf(width: Int)
    /// The hour from 0 to 11.
    case hourOfHalfFromZero(width: Int)
    case minute(width: Int)
    /// AM or PM.
    case half

    /// Parses a pattern. Letters are fields, whose number of repetitions states the width. Other
    /// characters, and text between apostrophes, are literal.
    static func parts(of pattern: String) -> [DatePart] {
        var parts: [DatePart] = []
        var text = ""
        var isQuoted = false
        var rest = Substring(pattern)
        while let character = rest.unicodeScalars.first {
            if character == "'" {
                rest.unicodeScalars.removeFirst()
                if rest.unicodeScalars.first == "'" {
                    text += "'"
                    rest.unicodeScalars.removeFirst()
                } else {
                    isQuoted.toggle()
                }
                continue
            }
            let run = rest.unicodeScalars.prefix { $0 == character }
            guard !isQuoted, let part = DatePart(character, run.count) else {
                text.unicodeScalars.append(character)
                rest.unicodeScalars.removeFirst()
                continue
            }
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
            parts.append(part)
            rest.unicodeScalars.removeFirst(run.count)
        }
        return text.isEmpty ? parts : parts + [.text(text)]
    }

    private init?(_ letter: Unicode.Scalar, _ width: Int) {
        switch letter {
        case "y": self = .year
        case "M", "L":
            switch width {
            case 1, 2: self = .month(width: width)
            case 3: self = .shortMonthName
            default: self = .monthName
            }
        case "d": self = .day(width: width)
        case "E", "c": self = width <= 3 ? .shortWeekday : .weekday
        case "H": self = .hour(width: width)
        case "h": self = .hourOfHalf(width: width)
        case "K": self = .hourOfHalfFromZero(width: width)
        case "m": self = .minute(width: width)
        case "a": self = .half
        default: return nil
        }
    }
}
