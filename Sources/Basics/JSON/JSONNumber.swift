/// A number as it was written. Precision is not lost until a caller asks for a type.
package struct JSONNumber: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The nearest finite number, or nil if the number is too large.
    package var double: Double? {
        if let int = plainInteger { return Double(int) }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The exact integer, also of `1e3` and `2.0`; nil if the number is not an integer or too
    /// large.
    package var int: Int? {
        if let int = plainInteger { return int }
        guard let value = double, abs(value) < 9_007_199_254_740_992 else { return nil }
        return Int(exactly: value)
    }

    private var plainInteger: Int? { Int(text) }
}
