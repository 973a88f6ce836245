/// A number as it was written; nothing is lost or rounded before somebody asks for a type.
package struct JSONNumber: Sendable, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    /// The nearest finite number; nil where it is too large to have one.
    package var double: Double? {
        if let int = plainInteger { return Double(int) }
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The exact integer, also of `1e3` and `2.0`; nil where there is none.
    package var int: Int? {
        if let int = plainInteger { return int }
        guard let value = double, abs(value) < 9_007_199_254_740_992 else { return nil }
        return Int(exactly: value)
    }

    private var plainInteger: Int? { Int(text) }
}
