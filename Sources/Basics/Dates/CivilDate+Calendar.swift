extension CivilDate {
    /// The English abbreviations that protocols and exports use.
    package static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// Likewise, Sunday first.
    package static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static let lowercaseMonths = monthNames.map { $0.lowercased() }

    /// Returns the month with an English abbreviation in any case, from 1.
    package static func month(named name: some StringProtocol) -> Int? {
        lowercaseMonths.firstIndex(of: name.lowercased()).map { $0 + 1 }
    }

    /// Returns the weekday of a day, where 0 is Sunday.
    package static func weekday(daysSinceEpoch days: Int) -> Int {
        // 1 January 1970 was a Thursday.
        ((days + 4) % 7 + 7) % 7
    }

    package static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension BinaryInteger {
    /// Rounds the quotient down.
    ///
    /// - Parameter divisor: a positive number.
    @inlinable
    package func flooredQuotient(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
