import Foundation

/// What a setting is set to.
package enum SettingValue: Sendable, Equatable {
    case text(String)
    case integer(Int)
    case seconds(Double)
    case number(Double)
    case flag(Bool)
    case list([String])

    /// As it would be written in the environment.
    package var words: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .seconds(let seconds), .number(let seconds):
            seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
        case .flag(let isOn): isOn ? "true" : "false"
        case .list(let items): items.joined(separator: ",")
        }
    }

    /// Reads what stands in the environment or after a flag; nil where it is not of the form.
    init?(_ words: String, as form: Setting.Form) {
        let words = words.trimmingCharacters(in: .whitespaces)
        switch form {
        case .text: self = .text(words)
        case .choice(let choices):
            guard choices.contains(words) else { return nil }
            self = .text(words)
        case .integer(let range):
            guard let number = Int(words), range.contains(number) else { return nil }
            self = .integer(number)
        case .bytes(let range):
            guard let number = SettingValue.bytes(words), range.contains(number) else { return nil }
            self = .integer(number)
        case .seconds(let range):
            let bare = words.hasSuffix("s") ? String(words.dropLast()) : words
            guard let number = Double(bare), range.contains(number) else { return nil }
            self = .seconds(number)
        case .number(let range):
            guard let number = Double(words), range.contains(number) else { return nil }
            self = .number(number)
        case .flag:
            switch words.lowercased() {
            case "true", "1", "yes", "on", "": self = .flag(true)
            case "false", "0", "no", "off": self = .flag(false)
            default: return nil
            }
        case .list:
            self = .list(
                words.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                    .filter { !$0.isEmpty })
        }
    }

    /// `1048576`, `1MiB`, `64 mb`: units of 1,024, as memory is counted.
    private static func bytes(_ words: String) -> Int? {
        let digits = words.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits) else { return nil }
        let unit = words.dropFirst(digits.count).trimmingCharacters(in: .whitespaces).lowercased()
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
