import Basics
import Scene

extension ValueSyntax {
    /// Several named numbers: an object with some of them (the others are kept), a list of all in
    /// this order, or, if `uniform`, one number for all.
    static func numbers(
        _ words: String, _ names: [String], _ allowed: ClosedRange<Double>, uniform: Bool,
        expected: ThemeFault.Expectation, make: @escaping @Sendable ([Double]) -> Value,
        take: @escaping @Sendable (Value) -> [Double]
    ) -> ValueSyntax {
        ValueSyntax(
            words + ", \(short(allowed.lowerBound)) to \(short(allowed.upperBound))",
            read: { json, old, reading in
                var values = old.map(take) ?? names.map { _ in 0 }
                let parts: [(place: Int, key: String, json: JSONValue)]
                switch json {
                case .number where uniform:
                    return ValueSyntax<Double>.read(json, allowed, &reading).map { value in
                        make(names.map { _ in value })
                    }
                case .array(let items):
                    guard items.count == names.count else {
                        let count = names.count...names.count
                        reading.fail(.wrongCount(actual: items.count, allowed: count))
                        return nil
                    }
                    parts = items.enumerated().map { ($0, String($0), $1) }
                case .object(let members):
                    reading.rejectUnknown(members, known: names)
                    parts = names.enumerated().compactMap { place, name in
                        json[name].map { (place, name, $0) }
                    }
                case .null, .bool, .number, .string:
                    reading.expected(expected, json)
                    return nil
                }
                for part in parts {
                    let value = reading.at(part.key) {
                        ValueSyntax<Double>.read(part.json, allowed, &$0)
                    }
                    if let value { values[part.place] = value }
                }
                return make(values)
            },
            write: { value, _ in
                let values = take(value)
                if uniform, let first = values.first, values.allSatisfy({ $0 == first }) {
                    return .number(short(first))
                }
                return .object(
                    zip(names, values).map { JSONValue.Member($0, .number(short($1))) })
            })
    }
}

extension ValueSyntax where Value == Insets {
    static func insets(_ allowed: ClosedRange<Double>) -> ValueSyntax {
        numbers(
            "insets", ["top", "left", "bottom", "right"], allowed, uniform: true, expected: .insets,
            make: { Insets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) },
            take: { [$0.top, $0.left, $0.bottom, $0.right] })
    }
}

extension ValueSyntax where Value == Corners {
    static func corners(_ allowed: ClosedRange<Double>) -> ValueSyntax {
        numbers(
            "corners",
            ["top_left", "top_right", "bottom_right", "bottom_left"], allowed, uniform: true,
            expected: .corners,
            make: {
                Corners(topLeft: $0[0], topRight: $0[1], bottomRight: $0[2], bottomLeft: $0[3])
            },
            take: { [$0.topLeft, $0.topRight, $0.bottomRight, $0.bottomLeft] })
    }
}

extension ValueSyntax where Value == Size {
    static func size(_ allowed: ClosedRange<Double>) -> ValueSyntax {
        numbers(
            "[width, height]", ["width", "height"], allowed, uniform: false,
            expected: .size, make: { Size($0[0], $0[1]) }, take: { [$0.width, $0.height] })
    }
}

extension ValueSyntax where Value == Rect {
    static func rectangle(_ allowed: ClosedRange<Double>) -> ValueSyntax {
        numbers(
            "[x, y, width, height]", ["x", "y", "width", "height"], allowed,
            uniform: false, expected: .rectangle,
            make: { Rect($0[0], $0[1], $0[2], $0[3]) },
            take: { [$0.minX, $0.minY, $0.width, $0.height] })
    }
}

extension ValueSyntax where Value == Point {
    static func point(_ allowed: ClosedRange<Double>) -> ValueSyntax {
        numbers(
            "[x, y]", ["x", "y"], allowed, uniform: false, expected: .point,
            make: { Point($0[0], $0[1]) }, take: { [$0.x, $0.y] })
    }
}
