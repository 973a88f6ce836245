import Basics

/// A parsed time whose zone may not be known yet.
package enum TimeText: Sendable, Hashable {
    /// A time with an offset, or a number of seconds: an instant independent of a zone.
    case instant(Moment)
    /// A local time, in milliseconds as if in UTC.
    case local(Int64)

    /// The years 0000 to 9999, in seconds.
    static let range: ClosedRange<Double> = -62_167_219_200...253_402_300_799

    /// Parses ISO 8601 (a date; `T` or a space; a time to the minute or finer; `Z` or an offset),
    /// or a Unix time.
    package init?(_ text: String) {
        var scanner = Scanner(text)
        if let read = scanner.read() {
            self = read
            return
        }
        let isNumber = text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == 0x2E || $0 == 0x2D }
        guard isNumber, text.utf8.count < 32 else { return nil }
        self.init(unix: JSONNumber(text))
    }

    /// Parses a month (`2026-05`) or a year (`2026`) as its first moment. As a number of seconds,
    /// 2026 would be a time on 1 January 1970.
    init?(startOf period: String) {
        switch period.utf8.count {
        case 4: self.init(period + "-01-01")
        case 7: self.init(period + "-01")
        default: return nil
        }
    }

    /// Parses seconds, milliseconds, microseconds or nanoseconds since 1970. The unit follows from
    /// the magnitude, because 100,000,000,000 seconds would be the year 5138.
    init?(unix number: JSONNumber) {
        let milliseconds: Int64
        if let int = number.int {
            switch int.magnitude {
            case ..<100_000_000_000: milliseconds = Int64(int) * 1000
            case ..<100_000_000_000_000: milliseconds = Int64(int)
            case ..<100_000_000_000_000_000: milliseconds = Int64(int) / 1000
            default: milliseconds = Int64(int) / 1_000_000
            }
        } else if let value = number.double, abs(value) < 1e14 {
            milliseconds = Int64((abs(value) < 1e11 ? value * 1000 : value).rounded())
        } else {
            return nil
        }
        guard TimeText.range.contains(Double(milliseconds) / 1000) else { return nil }
        self = .instant(Moment(milliseconds: milliseconds))
    }
}

private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8.prefix(64)) }

    mutating func read() -> TimeText? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"),
            let day = digits(2)
        else { return nil }
        var time = CivilTime(year: year, month: month, day: day)
        var offset: Int32?
        if position < bytes.count {
            guard take("T") || take("t") || take(" "), readClock(into: &time) else { return nil }
            take(" ")
            if position < bytes.count {
                guard let read = readOffset() else { return nil }
                offset = read
            }
        }
        guard time.isValid, position == bytes.count else { return nil }
        guard let offset else { return .local(time.milliseconds) }
        return .instant(Moment(time, offset: offset))
    }

    private mutating func readClock(into time: inout CivilTime) -> Bool {
        guard let hour = digits(2), take(":"), let minute = digits(2) else { return false }
        time.hour = hour
        time.minute = minute
        guard take(":") else { return true }
        guard let second = digits(2) else { return false }
        time.second = second
        guard take(".") || take(",") else { return true }
        let start = position
        var scale = 100
        while position < bytes.count, ASCII.isDigit(bytes[position]) {
            time.millisecond += Int(bytes[position] - 0x30) * scale
            scale /= 10
            position += 1
        }
        return position > start
    }

    private mutating func readOffset() -> Int32? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = digits(2), hours <= 18 else { return nil }
        take(":")
        var minutes = 0
        if position < bytes.count {
            guard let read = digits(2), read < 60 else { return nil }
            minutes = read
        }
        return Int32((hours * 60 + minutes) * 60) * (isWest ? -1 : 1)
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<position + count] {
            guard ASCII.isDigit(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += count
        return value
    }

    @discardableResult
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, UInt32(bytes[position]) == character.value else {
            return false
        }
        position += 1
        return true
    }
}

/// A date and time in ISO 8601 without an offset: `2026-05-31T09:00:00`, with milliseconds if there
/// are any.
package struct TimeDigits {
    private(set) var digits = InlineArray<32, UInt8>(repeating: 0)
    /// The number of digits in use.
    private(set) var count = 0
    private var dayCount = 0

    package init(_ time: CivilTime) {
        if time.year < 0 { append(UInt8(ascii: "-")) }
        let year = Int(time.year.magnitude)
        append(year, year < 10_000 ? 4 : String(year).utf8.count)
        append(time.month, 2, after: UInt8(ascii: "-"))
        append(time.day, 2, after: UInt8(ascii: "-"))
        dayCount = count
        append(time.hour, 2, after: UInt8(ascii: "T"))
        append(time.minute, 2, after: UInt8(ascii: ":"))
        append(time.second, 2, after: UInt8(ascii: ":"))
        if time.millisecond > 0 { append(time.millisecond, 3, after: UInt8(ascii: ".")) }
    }

    /// The date: `2026-05-31`.
    package var day: String { text(dayCount) }

    var text: String { text(count) }

    private func text(_ count: Int) -> String {
        unsafe digits.span.extracting(..<count).withUnsafeBufferPointer { digits in
            unsafe String(decoding: digits, as: UTF8.self)
        }
    }

    private mutating func append(_ sign: UInt8) {
        digits[count] = sign
        count += 1
    }

    private mutating func append(_ value: Int, _ width: Int, after sign: UInt8? = nil) {
        if let sign { append(sign) }
        var rest = value
        for index in (count..<count + width).reversed() {
            digits[index] = UInt8(0x30 + rest % 10)
            rest /= 10
        }
        count += width
    }
}
