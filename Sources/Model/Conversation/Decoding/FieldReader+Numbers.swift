import Basics

extension FieldReader {
    mutating func bool() throws(ConversationError) -> Bool? {
        do throws(JSONError) {
            if let value = try json.bool() { return value }
        } catch { throw .json(error) }
        if let word = try parameterText() {
            switch word {
            case "true", "1", "yes", "on", "": return true
            case "false", "0", "no", "off": return false
            default:
                try reject(
                    .notAllowed(value: FieldReader.excerpt(word), allowed: ["true", "false"]))
                return nil
            }
        }
        if try !isNull() { try rejectType([.bool]) }
        return nil
    }

    mutating func flag() throws(ConversationError) -> Bool { try bool() == true }

    mutating func number() throws(ConversationError) -> JSONNumber? {
        do throws(JSONError) {
            if let number = try json.number() { return number }
        } catch { throw .json(error) }
        if let text = try parameterText() {
            if let number = try? JSONValue(parsing: Array(text.utf8)).number { return number }
            try reject(.wrongType(expected: [.number], found: .string))
            return nil
        }
        if try !isNull() { try rejectType([.number]) }
        return nil
    }

    mutating func double(
        _ range: ClosedRange<Double>? = nil
    ) throws(ConversationError) -> Double? {
        guard let number = try number() else { return nil }
        if let value = number.double, range?.contains(value) != false { return value }
        try rejectRange(number, lower: range?.lowerBound, upper: range?.upperBound)
        return nil
    }

    mutating func int(_ range: ClosedRange<Int>) throws(ConversationError) -> Int? {
        guard let number = try number() else { return nil }
        if let value = number.int, range.contains(value) { return value }
        let upper = range.upperBound == .max ? nil : Double(range.upperBound)
        try rejectRange(number, lower: Double(range.lowerBound), upper: upper)
        return nil
    }

    /// Reads a nonnegative count.
    mutating func count() throws(ConversationError) -> Int? { try int(0...Int.max) }

    /// Reads a duration in seconds, as a number or as `h:mm:ss`.
    mutating func duration() throws(ConversationError) -> Double? {
        guard try peek() == .string else { return try double(0...1e9) }
        guard let text = try string([.number]) else { return nil }
        var seconds = 0.0
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for part in parts {
            guard parts.count <= 3, part.utf8.count < 16, let value = Double(part), value >= 0,
                value < 1e9
            else {
                try reject(.wrongType(expected: [.number], found: .string))
                return nil
            }
            seconds = seconds * 60 + value
        }
        return seconds
    }

    /// Reads the text of a value that came from the query. Returns nil for other values.
    private mutating func parameterText() throws(ConversationError) -> String? {
        guard !parameters.isEmpty, parameters[pointer] != nil else { return nil }
        do throws(JSONError) { return try json.string() } catch { throw .json(error) }
    }

    private mutating func rejectRange(
        _ number: JSONNumber, lower: Double?, upper: Double?
    ) throws(ConversationError) {
        try reject(
            .outOfRange(value: FieldReader.excerpt(number.text), lower: lower, upper: upper))
    }
}
