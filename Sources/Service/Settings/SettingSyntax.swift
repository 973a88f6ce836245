import Basics
import Rendering

/// The syntax of a setting's value, with the key path of the value in `Settings`.
package enum SettingSyntax {
    case text(WritableKeyPath<Settings, String>)
    case integer(WritableKeyPath<Settings, Int>, ClosedRange<Int>)
    /// A count of bytes, as a number or with a unit: `32 MiB`.
    case bytes(WritableKeyPath<Settings, Int>, ClosedRange<Int>)
    case seconds(WritableKeyPath<Settings, Double>, ClosedRange<Double>)
    case number(WritableKeyPath<Settings, Double>, ClosedRange<Double>)
    /// A Boolean; nil if not set.
    case flag(WritableKeyPath<Settings, Bool?>)
    /// A comma-separated list.
    case list(WritableKeyPath<Settings, [String]>)
    /// One of a list of words.
    case choice([String], get: (Settings) -> String, set: (inout Settings, String) -> Bool)
    case level(WritableKeyPath<Settings, Log.Level>)

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: WritableKeyPath<Settings, Choice>
    ) -> SettingSyntax {
        .choice(
            Choice.allCases.map(\.rawValue), get: { $0[keyPath: value].rawValue },
            set: { settings, text in
                guard let choice = Choice(rawValue: text) else { return false }
                settings[keyPath: value] = choice
                return true
            })
    }

    var isFlag: Bool { if case .flag = self { true } else { false } }

    /// The value as written in the environment.
    func text(in settings: Settings) -> String {
        switch self {
        case .text(let value): settings[keyPath: value]
        case .integer(let value, _), .bytes(let value, _): String(settings[keyPath: value])
        case .seconds(let value, _), .number(let value, _): settings[keyPath: value].plain
        case .flag(let value): settings[keyPath: value].map { $0 ? "true" : "false" } ?? ""
        case .list(let value): settings[keyPath: value].joined(separator: ",")
        case .choice(_, let get, _): get(settings)
        case .level(let value): settings[keyPath: value].name
        }
    }

    /// Parses a value from the environment or a flag. Returns false if it is invalid.
    func read(_ text: String, into settings: inout Settings) -> Bool {
        let text = text.withoutBlanksAtEnds
        switch self {
        case .text(let value): settings[keyPath: value] = text
        case .integer(let value, let range):
            guard let number = Int(text), range.contains(number) else { return false }
            settings[keyPath: value] = number
        case .bytes(let value, let range):
            guard let number = Self.bytes(text), range.contains(number) else { return false }
            settings[keyPath: value] = number
        case .seconds(let value, let range):
            let bare = text.hasSuffix("s") ? String(text.dropLast()) : text
            guard let number = Double(bare), range.contains(number) else { return false }
            settings[keyPath: value] = number
        case .number(let value, let range):
            guard let number = Double(text), range.contains(number) else { return false }
            settings[keyPath: value] = number
        case .flag(let value):
            switch text.lowercased() {
            case "true", "1", "yes", "on", "": settings[keyPath: value] = true
            case "false", "0", "no", "off": settings[keyPath: value] = false
            default: return false
            }
        case .list(let value):
            settings[keyPath: value] = text.split(separator: ",")
                .map { $0.withoutBlanksAtEnds }.filter { !$0.isEmpty }
        case .choice(_, _, let set): return set(&settings, text)
        case .level(let value):
            guard let level = Log.Level.allCases.first(where: { $0.name == text }) else {
                return false
            }
            settings[keyPath: value] = level
        }
        return true
    }

    /// The accepted values, for an error message.
    var description: String {
        switch self {
        case .text: "a string"
        case .integer(_, let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(_, let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .seconds(_, let range):
            "a number of seconds from \(range.lowerBound) to \(range.upperBound)"
        case .bytes(_, let range):
            "a size in bytes from \(range.lowerBound) to \(range.upperBound), such as 64MiB"
        case .flag: "true or false"
        case .list: "a comma-separated list"
        case .choice(let words, _, _): "one of " + words.joined(separator: ", ")
        case .level: "one of " + Log.Level.allCases.map(\.name).joined(separator: ", ")
        }
    }

    /// Parses a count of bytes such as `1048576`, `1MiB` or `64 mb`. Units are powers of 1,024.
    private static func bytes(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        let unit = text.dropFirst(digits.count).withoutBlanksAtEnds.lowercased()
        let shift: Int
        switch unit {
        case "", "b": shift = 0
        case "k", "kb", "kib": shift = 10
        case "m", "mb", "mib": shift = 20
        case "g", "gb", "gib": shift = 30
        default: return nil
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
        return overflow ? nil : product
    }
}
