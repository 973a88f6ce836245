enum Money {
    /// Returns an amount, given in the smallest unit of its currency, in decimal notation.
    static func text(smallestUnits amount: Int, of currency: String?) -> String {
        guard !whole.contains(currency ?? "") else { return String(amount) }
        let cents = amount % 100
        return "\(amount / 100).\(cents < 10 ? "0" : "")\(cents)"
    }

    /// The currencies without a smaller unit (ISO 4217), and Telegram's stars.
    private static let whole: Set<String> = [
        "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
        "XAF", "XOF", "XPF", "XTR",
    ]
}
