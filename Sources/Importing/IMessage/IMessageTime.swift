import Basics
import Model

/// imessage-exporter's time format, `May 17, 2022 5:29:42 PM`: always English, the hour padded with
/// a space.
enum IMessageTime {
    static func header(_ line: Substring) -> (time: CivilTime, rest: Substring)? {
        guard line.utf8.count >= 23,
            let month = CivilDate.monthNames.firstIndex(of: String(line.prefix(3)))
        else { return nil }
        var scanner = Scanner(bytes: Array(line.utf8.prefix(28)), position: 3)
        guard scanner.blank(), let day = scanner.number(), scanner.skip(","), scanner.blank(),
            let year = scanner.number(), scanner.blank(), let hour = scanner.number(),
            scanner.skip(":"), let minute = scanner.number(), scanner.skip(":"),
            let second = scanner.number(), scanner.blank()
        else { return nil }
        let isLate = scanner.skip("P")
        guard isLate || scanner.skip("A"), scanner.skip("M"), (1...12).contains(hour),
            let time = CivilTime(
                day: [year, month + 1, day], clock: [hour, minute, second], isLate: isLate)
        else { return nil }
        let rest = line.utf8.dropFirst(scanner.position)
        guard let first = rest.first else { return (time, "") }
        guard first == 0x20 else { return nil }
        return (time, Substring(rest.dropFirst()))
    }

    private static let units: [(name: String, seconds: Int64)] = [
        ("second", 1), ("minute", 60), ("hour", 3600), ("day", 86_400),
    ]

    /// Returns the seconds of a duration such as `1 hour, 49 seconds`.
    static func duration(_ text: Substring) -> Int64? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == "," })
        guard (2...12).contains(words.count) else { return nil }
        var total: Int64 = 0
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            guard let number = Int64(words[index]), (0...1_000_000_000).contains(number),
                let unit = units.first(where: { words[index + 1].hasPrefix($0.name) })
            else { return nil }
            total += number * unit.seconds
        }
        return total < 1_000_000_000_000 ? total : nil
    }

    /// Returns when a message was read, from `(Read by them after 5 seconds)`.
    static func read(_ rest: Substring, after sent: Moment) -> Moment? {
        guard let place = rest.place(of: " after "), rest.hasPrefix("(Read by "),
            let seconds = duration(rest[place.upperBound...].prefix { $0 != ")" })
        else { return nil }
        return Moment(milliseconds: sent.milliseconds + seconds * 1000, offset: sent.offset)
    }

    /// Returns who read the message: `you`, `them`, or the name of "me".
    static func reader(_ rest: Substring) -> String? {
        guard rest.hasPrefix("(Read by "), let place = rest.place(of: " after ") else { return nil }
        return String(rest[..<place.lowerBound].dropFirst(9))
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position: Int

        /// Skips one or more spaces.
        mutating func blank() -> Bool {
            let start = position
            while position < bytes.count, bytes[position] == 0x20 { position += 1 }
            return position > start
        }

        mutating func number() -> Int? {
            let start = position
            var value = 0
            while position < bytes.count, ASCII.isDigit(bytes[position]), position - start < 4 {
                value = value * 10 + Int(bytes[position] - 0x30)
                position += 1
            }
            return position > start ? value : nil
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, UInt32(bytes[position]) == character.value else {
                return false
            }
            position += 1
            return true
        }
    }
}
