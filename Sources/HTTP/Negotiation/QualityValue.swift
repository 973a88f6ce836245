import Basics

/// The weight of an element in content negotiation (RFC 9110 §12.4.2).
enum QualityValue {
    /// Parses `0`, `0.5` or `1.000` into thousandths, with at most three decimals and a value of at
    /// most one.
    static func thousandths(_ text: String) -> Int? {
        let digits = Array(text.utf8)
        guard let whole = digits.first, whole == ASCII.zero || whole == ASCII.zero + 1,
            digits.count <= 5, digits.count < 2 || digits[1] == ASCII.dot
        else { return nil }
        var value = Int(whole - ASCII.zero) * 1000
        var unit = 100
        for digit in digits.dropFirst(2) {
            guard ASCII.isDigit(digit) else { return nil }
            value += Int(digit - ASCII.zero) * unit
            unit /= 10
        }
        return value <= 1000 ? value : nil
    }
}
