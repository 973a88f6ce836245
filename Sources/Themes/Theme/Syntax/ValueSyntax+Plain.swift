import Basics
import Scene

extension ValueSyntax where Value == Double {
    static func number(_ allowed: ClosedRange<Double>) -> ValueSyntax {
        ValueSyntax(
            "\(short(allowed.lowerBound)) to \(short(allowed.upperBound))",
            read: { json, _, reading in ValueSyntax.read(json, allowed, &reading) },
            write: { value, _ in .number(short(value)) })
    }

    /// Reads a number. Numbers without a finite value, such as 1e400, are out of every range.
    static func read(
        _ json: JSONValue, _ allowed: ClosedRange<Double>, _ reading: inout ThemeReading,
        expected: ThemeFault.Expectation = .number
    ) -> Double? {
        guard case .number(let text) = json else {
            reading.expected(expected, json)
            return nil
        }
        let value = JSONNumber(text).double ?? .infinity
        guard allowed.contains(value) else {
            reading.fail(.outOfRange(value: value, allowed: allowed))
            return nil
        }
        return value
    }
}

extension ValueSyntax where Value == Int {
    static func integer(_ allowed: ClosedRange<Int>) -> ValueSyntax {
        let bounds = Double(allowed.lowerBound)...Double(allowed.upperBound)
        return ValueSyntax(
            "whole number, \(allowed.lowerBound) to \(allowed.upperBound)",
            read: { json, _, reading in
                guard
                    let value = ValueSyntax<Double>.read(json, bounds, &reading, expected: .integer)
                else { return nil }
                if let whole = Int(exactly: value) { return whole }
                reading.expected(.integer, json)
                return nil
            },
            write: { value, _ in .number(String(value)) })
    }
}

extension ValueSyntax where Value == Bool {
    static var flag: ValueSyntax {
        ValueSyntax(
            "true or false", .boolean,
            read: { if case .bool(let value) = $0 { value } else { nil } },
            write: { .bool($0) })
    }
}

extension ValueSyntax where Value == String {
    static func text(_ limit: Int) -> ValueSyntax {
        ValueSyntax(
            "text, up to \(limit) characters",
            read: { json, _, reading in
                guard case .string(let text) = json else {
                    reading.expected(.text, json)
                    return nil
                }
                let count = text.unicodeScalars.count
                guard count <= limit else {
                    reading.fail(.wrongCount(actual: count, allowed: 0...limit))
                    return nil
                }
                return text
            },
            write: { value, _ in .string(value) })
    }
}

extension ValueSyntax where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    static var choice: ValueSyntax {
        let allowed = Value.allCases.map(\.rawValue)
        return ValueSyntax(
            allowed.map { "`\($0)`" }.joined(separator: " "),
            read: { json, _, reading in
                guard case .string(let text) = json else {
                    reading.expected(.choice, json)
                    return nil
                }
                if let value = Value(rawValue: text) { return value }
                reading.fail(.unknownChoice(value: clipped(text), allowed: allowed))
                return nil
            },
            write: { value, _ in .string(value.rawValue) })
    }
}

extension ValueSyntax {
    /// A list with a number of items in a range. With `single`, one item may replace a list of one.
    static func list<Item>(
        _ item: ValueSyntax<Item>, count: ClosedRange<Int>, expected: ThemeFault.Expectation,
        single: Bool = false
    ) -> ValueSyntax where Value == [Item] {
        ValueSyntax(
            "list: \(item.words)",
            read: { json, _, reading in
                guard case .array(let items) = json else {
                    if single { return item.read(json, nil, &reading).map { [$0] } }
                    reading.expected(expected, json)
                    return nil
                }
                guard count.contains(items.count) else {
                    reading.fail(.wrongCount(actual: items.count, allowed: count))
                    return nil
                }
                let values = items.enumerated().map { index, json in
                    reading.at(String(index)) { item.read(json, nil, &$0) }
                }
                let read = values.compactMap(\.self)
                return read.count == values.count ? read : nil
            },
            write: { value, pictures in .array(value.map { item.write($0, pictures) }) })
    }
}

/// Returns a number in its shortest form: 17 instead of 17.0.
func short(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? value.description
}
