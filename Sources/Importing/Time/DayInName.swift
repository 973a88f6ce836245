import Model

/// A date in the name of a file or folder: `2023-05-01`, `#chan_20230501`, `2024-05-01 10.15.23
/// Weekly 12345`.
enum DayInName {
    static func day(_ stem: String) -> CivilTime? {
        let digits = stem.split { !$0.isASCII || !$0.isNumber }
        for (index, year) in digits.enumerated() where year.count == 4 && index + 2 < digits.count {
            let rest = [digits[index + 1], digits[index + 2]]
            let numbers = ([year] + rest).compactMap { Int($0) }
            guard rest.allSatisfy({ $0.count <= 2 }), let day = CivilTime(day: numbers) else {
                continue
            }
            return day
        }
        guard let whole = digits.last(where: { $0.count == 8 }), let number = Int(whole) else {
            return nil
        }
        return CivilTime(day: [number / 10_000, number / 100 % 100, number % 100])
    }
}
