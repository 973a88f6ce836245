import Foundation
import Model
import Testing

@testable import Importing

@Suite struct PersianDateTests {
    @Test func everyDayIsAsInFoundation() throws {
        var persian = Calendar(identifier: .persian)
        var gregorian = Calendar(identifier: .gregorian)
        persian.timeZone = .gmt
        gregorian.timeZone = .gmt
        var day = try #require(
            gregorian.date(from: DateComponents(year: 2001, month: 3, day: 21, hour: 12)))
        var next = persian.dateComponents([.year, .month, .day], from: day)
        while let year = next.year, let month = next.month, let number = next.day,
            PersianDate.years.contains(year)
        {
            let expected = gregorian.dateComponents([.year, .month, .day], from: day)
            let actual = PersianDate(year: year, month: month, day: number).gregorian
            #expect(actual?.year == expected.year && actual?.month == expected.month)
            #expect(actual?.day == expected.day, "\(year)-\(month)-\(number)")
            day += 86_400
            next = persian.dateComponents([.year, .month, .day], from: day)
        }
        #expect(gregorian.component(.year, from: day) == 2051)
    }

    @Test(arguments: [(1402, 12, 30), (1402, 7, 31), (1402, 0, 1), (1402, 13, 1), (1402, 1, 0)])
    func otherDaysDoNotExist(year: Int, month: Int, day: Int) {
        #expect(PersianDate(year: year, month: month, day: day).gregorian == nil)
    }
}
