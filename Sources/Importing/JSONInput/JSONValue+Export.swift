import Conversation
import JSON

/// Lenient access to JSON, because exports differ by version.
extension JSONValue {
    /// JSON that an export keeps inside a text; nil where the text is none, and stands for itself.
    init?(inText text: String) {
        guard let value = try? JSONValue(parsing: Array(text.utf8), maxDepth: JSONDocument.maxDepth)
        else { return nil }
        self = value
    }

    /// A string that is not empty.
    func text(_ key: String) -> String? {
        guard let text = self[key]?.string, !text.isEmpty else { return nil }
        return text
    }

    /// A string, or a number as it was written: ids come as either.
    func identifier(_ key: String) -> String? {
        switch self[key] {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let text): text
        case .null, .bool, .array, .object, nil: nil
        }
    }

    func flag(_ key: String) -> Bool { self[key]?.bool == true }

    func list(_ key: String) -> [JSONValue] { self[key]?.array ?? [] }

    /// A whole number from 0 on, also where it was written as a string.
    func count(_ key: String) -> Int? {
        guard let number = self[key]?.int ?? self[key]?.string.flatMap({ Int($0) }), number >= 0
        else { return nil }
        return Swift.min(number, 1 << 50)
    }

    /// A count, capped so that no sum of counts overflows.
    func tally(_ key: String) -> Int? { count(key).map { Swift.min($0, 1_000_000_000) } }

    /// Pixels.
    func length(_ key: String) -> Double? {
        number(key).flatMap { $0 >= 1 && $0 <= 1_000_000 ? $0 : nil }
    }

    /// A stretch of time, or a point in it, in whatever unit: not negative, and not endless.
    func span(_ key: String) -> Double? {
        number(key).flatMap { $0 >= 0 && $0 <= 1e13 ? $0 : nil }
    }

    func number(_ key: String, within limit: Double) -> Double? {
        number(key).flatMap { abs($0) <= limit ? $0 : nil }
    }

    func number(_ key: String) -> Double? {
        self[key]?.double ?? self[key]?.string.flatMap { Double($0) }
    }

    /// Seconds from 1970, with or without a fraction, as a number or a string.
    func seconds(_ key: String) -> Moment? {
        number(key).flatMap { UnixTime.moment(milliseconds: $0 * 1000) }
    }

    func milliseconds(_ key: String) -> Moment? {
        number(key).flatMap { UnixTime.moment(milliseconds: $0) }
    }
}
