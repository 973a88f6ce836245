import Basics
import Model

/// Lenient access to JSON, because exports differ between versions.
extension JSONValue {
    /// Parses JSON that an export stores in a string. Returns nil for any other text.
    init?(inText text: String) {
        guard let value = try? JSONValue(parsing: Array(text.utf8), maxDepth: JSONDocument.maxDepth)
        else { return nil }
        self = value
    }

    /// Returns a string member unless it is empty.
    func text(_ key: String) -> String? {
        guard let text = self[key]?.string, !text.isEmpty else { return nil }
        return text
    }

    /// Returns the first of several string members that is not empty.
    func first(_ keys: String...) -> String? { keys.lazy.compactMap { text($0) }.first }

    /// Returns a string, or a number as it was written: exports use both for IDs.
    func identifier(_ key: String) -> String? {
        switch self[key] {
        case .string(let text): text.nonEmpty
        case .number(let text): text
        case .null, .bool, .array, .object, nil: nil
        }
    }

    func flag(_ key: String) -> Bool { self[key]?.bool == true }

    func list(_ key: String) -> [JSONValue] { self[key]?.array ?? [] }

    /// Returns a nonnegative integer, which may be written as a string.
    func count(_ key: String) -> Int? {
        guard let number = self[key]?.int ?? self[key]?.string.flatMap({ Int($0) }), number >= 0
        else { return nil }
        return Swift.min(number, 1 << 50)
    }

    /// Returns a count, capped so that no sum of counts overflows.
    func tally(_ key: String) -> Int? { count(key).map { Swift.min($0, 1_000_000_000) } }

    /// Returns a length in pixels.
    func length(_ key: String) -> Double? {
        number(key).flatMap { $0 >= 1 && $0 <= 1_000_000 ? $0 : nil }
    }

    /// Returns a duration or position in time, in any unit: not negative, and bounded.
    func span(_ key: String) -> Double? {
        number(key).flatMap { $0 >= 0 && $0 <= 1e13 ? $0 : nil }
    }

    func number(_ key: String, within limit: Double) -> Double? {
        number(key).flatMap { abs($0) <= limit ? $0 : nil }
    }

    func number(_ key: String) -> Double? {
        self[key]?.double ?? self[key]?.string.flatMap { Double($0) }
    }

    /// Returns a time in Unix seconds, with or without a fraction, as a number or string.
    func seconds(_ key: String) -> Moment? {
        number(key).flatMap { UnixTime.moment(milliseconds: $0 * 1000) }
    }

    func milliseconds(_ key: String) -> Moment? {
        number(key).flatMap { UnixTime.moment(milliseconds: $0) }
    }
}
