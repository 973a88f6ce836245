import Basics

extension FieldReader {
    /// Reads a number of points, or a text with a unit.
    mutating func length(_ range: ClosedRange<Double>) -> Double? {
        guard peek() == .string else { return double(range) }
        guard let text = string([.number, .string]) else { return nil }
        guard let length = Length(text) else {
            return reject(.malformedLength(FieldReader.excerpt(text)))
        }
        if range.contains(length.points) { return length.points }
        return reject(text, outside: range, unit: "points")
    }
}

/// A length in a customary notation, such as `15mm`.
struct Length {
    enum Unit: String, CaseIterable {
        case mm, cm, `in`, pt

        var points: Double {
            switch self {
            case .mm: 72 / 25.4
            case .cm: 72 / 2.54
            case .in: 72
            case .pt: 1
            }
        }
    }

    var points: Double
    var unit: Unit

    /// Splits a list of lengths. A unit may be separated from its number.
    static func words(of text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { words, word in
            let isUnit = Unit(rawValue: word.lowercased()) != nil
            if isUnit, let last = words.popLast() {
                words.append(last + word)
            } else {
                words.append(String(word))
            }
        }
    }

    /// - Parameter unit: the unit of a text without one.
    init?(_ text: String, unit: Unit = .pt) {
        let text = text.lowercased().filter { $0 != " " }
        let named = Unit.allCases.first { text.hasSuffix($0.rawValue) }
        let digits = named == nil ? text : String(text.dropLast(2))
        let isNumber = digits.utf8.allSatisfy { ASCII.isDigit($0) || $0 == 0x2E }
        guard isNumber, digits.utf8.count < 16, let value = Double(digits) else { return nil }
        self.unit = named ?? unit
        points = value * self.unit.points
    }
}
