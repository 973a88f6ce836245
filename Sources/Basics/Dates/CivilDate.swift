/// A day of the proleptic Gregorian calendar of ISO 8601, independent of locale and time zone.
///
/// The calculation is done here because the users of this type avoid Foundation. Years are counted
/// from March, in eras of 400 years (146,097 days), so that the leap day ends its year and months
/// need no table.
package struct CivilDate: Sendable, Hashable {
    package let year: Int
    package let month: Int
    package let day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// - Parameter daysSinceEpoch: the number of days since 1970-01-01.
    @inlinable
    package init(daysSinceEpoch: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    package var daysSinceEpoch: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The English abbreviations that protocols and exports use.
    package static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// Likewise, Sunday first.
    package static let weekdayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static let lowercaseMonths = monthNames.map { $0.lowercased() }

    /// From 1. The abbreviation is English, in any case.
    package static func month(named name: some StringProtocol) -> Int? {
        lowercaseMonths.firstIndex(of: name.lowercased()).map { $0 + 1 }
    }

    /// 0 is Sunday.
    package static func weekday(daysSinceEpoch days: Int) -> Int {
        // 1 January 1970 was a Thursday.
        ((days + 4) % 7 + 7) % 7
    }

    package static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

extension BinaryInteger {
    /// The divisor must be positive.
    @inlinable
    package func flooredQuotient(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
