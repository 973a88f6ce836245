import Basics

extension FieldReader {
    mutating func bool() -> Bool? {
        if let value = read({ (json) throws(JSONError) in try json.bool() }) { return value }
        if let word = parameterText() {
            switch word {
            case "true", "1", "yes", "on", "": return true
            case "false", "0", "no", "off": return false
            default:
                return reject(word, allowed: ["true", "false"])
            }
        }
        if !isNull() { rejectType([.bool]) }
        return nil
    }

    mutating func flag() -> Bool { bool() == true }

    mutating func number() -> JSONNumber? {
        if let number = read({ (json) throws(JSONError) in try json.number() }) { return number }
        if let text = parameterText() {
            if let number = try? JSONValue(parsing: Array(text.utf8)).number { return number }
            return reject(.wrongType(expected: [.number], found: .string))
        }
        if !isNull() { rejectType([.number]) }
        return nil
    }

    mutating func double(_ range: ClosedRange<Double>? = nil) -> Double? {
        guard let number = number() else { return nil }
        if let value = number.double, range?.contains(value) != false { return value }
        return reject(
            .outOfRange(
                value: FieldReader.excerpt(number.text), lower: range?.lowerBound,
                upper: range?.upperBound))
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int? {
        guard let number = number() else { return nil }
        if let value = number.int, range.contains(value) { return value }
        return reject(number.text, outside: range)
    }

    /// In seconds, as a number or as `h:mm:ss`.
    mutating func duration() -> Double? {
        guard peek() == .string else { return double(0...1e9) }
        guard let text = string([.number]) else { return nil }
        var seconds = 0.0
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for part in parts {
            guard parts.count <= 3, part.utf8.count < 16, let value = Double(part), value >= 0,
                value < 1e9
            else { return reject(.wrongType(expected: [.number], found: .string)) }
            seconds = seconds * 60 + value
        }
        return seconds
    }

    /// Nil for a value that did not come from the query.
    private mutating func parameterText() -> String? {
        guard !parameters.isEmpty, parameters[pointer] != nil else { return nil }
        return read { (json) throws(JSONError) in try json.string() }
    }
}
