import Basics

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
