import Conversation
import JSON

/// What importers ask of JSON: forgiving, since exports differ by version.
extension JSONValue {
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
        return number
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
