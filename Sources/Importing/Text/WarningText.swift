import Basics

/// Parts of sentences in warnings.
enum WarningText {
    /// Returns a count with a noun: `1 line`, `2 lines`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Returns a duration in the largest unit that divides it: `1 week`, `90 minutes`.
    static func duration(_ seconds: Int) -> String {
        let units = [(604_800, "week"), (86_400, "day"), (3600, "hour"), (60, "minute")]
        for (length, name) in units where seconds > 0 && seconds.isMultiple(of: length) {
            return count(seconds / length, name)
        }
        return count(seconds, "second")
    }
}

enum Money {
    /// Returns an amount, given in the smallest unit of its currency, in decimal notation.
    static func text(smallestUnits amount: Int, of currency: String?) -> String {
        guard !whole.contains(currency ?? "") else { return String(amount) }
        let (whole, cents) = amount.magnitude.quotientAndRemainder(dividingBy: 100)
        return (amount < 0 ? "-" : "") + "\(whole).\(String(Int(cents), digits: 2))"
    }

    /// The currencies without a smaller unit (ISO 4217), and Telegram's stars.
    private static let whole: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
        "XAF", "XOF", "XPF", "XTR",
    ]
}
