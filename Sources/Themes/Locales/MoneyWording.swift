package struct MoneyWording: Sendable {
    private let fields: [String: String]
    private let digits: String

    private static let kept = LocaleCache<LocaleName, MoneyWording>(maxEntries: 16)

    package static func of(_ name: LocaleName) -> MoneyWording {
        kept.value(for: name) { MoneyWording(name) }
    }

    private init(_ name: LocaleName) {
        let name = LocaleTable.present(name)
        let entry = LocaleTable.money.entry(for: name)
        digits = name.digits ?? entry["digits"]
        fields = entry.fields
    }

    package static let currencies = Set(BundledTable.money.line("*currencies") ?? [])

    /// Returns an amount with all of its decimals, but at least as many as its currency has.
    ///
    /// - Parameters:
    ///   - whole: the ASCII digits before the decimal point.
    ///   - fraction: the ASCII digits after the decimal point.
    package func amount(
        whole: some StringProtocol, fraction: some StringProtocol, code: String, decimals: Int
    ) -> String {
        // Missing formats are those of Latin digits.
        let candidates = ["\(code).\(digits)", digits, "latn"].compactMap { fields[$0] }
        guard let style = candidates.first(where: { !$0.isEmpty }).flatMap(MoneyStyle.init) else {
            return code + "\u{A0}" + whole + (fraction.isEmpty ? "" : "." + fraction)
        }
        let set = DigitSet(digits) ?? .latin
        let zeros = String(repeating: "0", count: max(0, decimals - fraction.count))
        var number = style.grouped(String(whole))
        if fraction.count + zeros.count > 0 { number += style.point + fraction + zeros }
        let symbol = fields[code] ?? ""
        return style.affixed(set.localized(number), symbol: symbol.isEmpty ? code : symbol)
    }
}

/// The positions of currency symbols relative to the number, and the grouping of digits.
private struct MoneyStyle: Sendable, Equatable {
    let point: String
    let comma: String
    let last: Int
    let others: Int
    /// The minimum number of digits before the last group.
    private let minDigits: Int
    /// The text before a number, with "¤" as the placeholder of the symbol.
    let prefix: String
    let suffix: String
    /// Whether a space is kept even for symbols that are otherwise adjacent to numbers.
    let keepsBlanks: Bool

    init?(_ text: String) {
        let parts = text.parted(at: "|")
        guard parts.count == 7 || parts.count == 8, let last = Int(parts[2]),
            let others = Int(parts[3]),
            let minDigits = Int(parts[4])
        else { return nil }
        (point, comma) = (parts[0], parts[1])
        (self.last, self.others, self.minDigits) = (last, others, minDigits)
        (prefix, suffix) = (parts[5], parts[6])
        keepsBlanks = parts.count == 8
    }

    func grouped(_ digits: String) -> String {
        let whole = digits.drop { $0 == "0" }
        guard !whole.isEmpty else { return "0" }
        guard last > 0, others > 0, whole.count >= last + minDigits else { return String(whole) }
        var groups = [whole.suffix(last)]
        var rest = whole.dropLast(last)
        while !rest.isEmpty {
            groups.append(rest.suffix(others))
            rest = rest.dropLast(others)
        }
        return groups.reversed().joined(separator: comma)
    }

    /// - Parameter symbol: the currency symbol. A symbol after "~" is adjacent to the number.
    fileprivate func affixed(_ number: String, symbol: String) -> String {
        let sign = symbol.hasPrefix("~") ? String(symbol.dropFirst()) : symbol
        let isClose = symbol.hasPrefix("~") && !keepsBlanks
        let before = isClose ? MoneyStyle.close(prefix, endsAtNumber: true) : prefix
        let after = isClose ? MoneyStyle.close(suffix, endsAtNumber: false) : suffix
        return before.replacing("¤", with: sign) + number + after.replacing("¤", with: sign)
    }

    private static func close(_ affix: String, endsAtNumber: Bool) -> String {
        let blanks: Set<Character> = [" ", "\u{A0}", "\u{202F}"]
        guard affix.contains("¤") else { return affix }
        if endsAtNumber, let last = affix.last, blanks.contains(last) {
            return String(affix.dropLast())
        }
        if !endsAtNumber, let first = affix.first, blanks.contains(first) {
            return String(affix.dropFirst())
        }
        return affix
    }
}
