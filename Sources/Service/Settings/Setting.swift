import Basics
import Model
import Rendering

/// The declaration of a setting: its name, the place of its value, the valid values and its meaning.
/// The default is the value in `Settings()`.
package struct Setting: Sendable {
    /// The name in `chatprint.json`, from which the variable and the flag are derived.
    package let name: String
    /// The meaning, for `config/README.md` and help.
    package let summary: String
    /// The placeholder for a value in help.
    package let placeholder: String
    /// The valid words; empty for other values.
    package let words: [String]
    /// The kind of values in `chatprint.json` besides strings.
    let kind: JSONKind
    /// Whether the value is a key, which is neither logged nor given to render processes.
    package let isSecret: Bool
    /// The valid values, for an error message.
    let validValues: String
    /// Whether the setting affects the content of responses, so that it is part of every ETag.
    let affectsContent: Bool
    private let write: @Sendable (Settings) -> String
    private let read: @Sendable (String, inout Settings) -> Bool

    init<Value>(
        _ name: String, _ place: any WritableKeyPath<Settings, Value> & Sendable,
        _ syntax: SettingSyntax<Value>, isSecret: Bool = false, affectsContent: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.summary = summary
        placeholder = syntax.placeholder
        words = syntax.words
        kind = syntax.kind
        validValues = syntax.description
        self.isSecret = isSecret
        self.affectsContent = affectsContent
        write = { syntax.write($0[keyPath: place]) }
        read = { text, settings in
            guard let value = syntax.read(text) else { return false }
            settings[keyPath: place] = value
            return true
        }
    }

    init(_ limit: Limits.Setting) {
        let declaration = limit.declaration
        self.init(
            limit.rawValue, \.limits[limit],
            declaration.isSize ? .bytes(declaration.range) : .integer(declaration.range),
            affectsContent: true, declaration.summary)
    }

    package var environment: String { Setting.prefix + name.uppercased() }
    static let prefix = "CHATPRINT_"
    package var flag: String { "--" + name.replacing("_", with: "-") }

    /// The value as written in the environment.
    package func text(in settings: Settings) -> String { write(settings) }

    /// A text of blanks alone is always invalid.
    func read(_ text: String, into settings: inout Settings) -> Bool {
        // A value from a file, such as a key, may end with a line end.
        let line = text.prefix { !$0.isNewline }
        guard text.dropFirst(line.count).allSatisfy(\.isNewline) else { return false }
        let value = line.withoutBlanksAtEnds
        return (text.isEmpty || !value.isEmpty) && read(value, &settings)
    }

    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    /// All settings as a Markdown table, for `config/README.md` and for `chatprint settings`.
    package static var table: String {
        var lines = ["| setting | default | environment | meaning |", "|---|---|---|---|"]
        let settings = Settings()
        for setting in all {
            let standard = setting.text(in: settings)
            lines.append(
                "| `\(setting.name)` | \(standard.isEmpty ? "–" : "`\(standard)`") "
                    + "| `\(setting.environment)` | \(setting.summary) |")
        }
        return lines.joined(separator: "\n")
    }
}

extension Setting: Hashable {
    package static func == (left: Setting, right: Setting) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

struct SettingSyntax<Value: Sendable>: Sendable {
    /// The valid values, for an error message.
    let description: String
    /// The placeholder for a value in help.
    let placeholder: String
    /// The valid words; empty for other values.
    var words: [String] = []
    /// The kind of values in `chatprint.json` besides strings.
    var kind = JSONKind.string
    /// Returns the value as written in the environment.
    let write: @Sendable (Value) -> String
    let read: @Sendable (String) -> Value?

    fileprivate static func words(
        _ values: [Value], _ word: @escaping @Sendable (Value) -> String
    ) -> SettingSyntax {
        let words = values.map(word)
        return SettingSyntax(
            description: "one of " + words.joined(separator: ", "),
            placeholder: words.joined(separator: "|"), words: words, write: word,
            read: { text in values.first { word($0) == text } })
    }
}

extension SettingSyntax where Value == String {
    static var text: SettingSyntax {
        SettingSyntax(description: "a string", placeholder: "TEXT", write: { $0 }, read: { $0 })
    }
}

extension SettingSyntax where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> SettingSyntax {
        SettingSyntax(
            description: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            placeholder: "N", kind: .number, write: { String($0) },
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } })
    }

    /// A count of bytes, as a number or with a unit: `32 MiB`.
    static func bytes(_ range: ClosedRange<Int>) -> SettingSyntax {
        SettingSyntax(
            description:
                "a size in bytes from \(range.lowerBound) to \(range.upperBound)"
                + (range.contains(64 << 20) ? ", such as 64MiB" : ""),
            placeholder: "BYTES", kind: .number, write: { String($0) },
            read: { text in bytes(text).flatMap { range.contains($0) ? $0 : nil } })
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

extension SettingSyntax where Value == Double {
    static func number(_ range: ClosedRange<Double>) -> SettingSyntax {
        SettingSyntax(
            description: "a number from \(range.lowerBound) to \(range.upperBound)",
            placeholder: "N", kind: .number, write: \.plain,
            read: { text in Double(text).flatMap { range.contains($0) ? $0 : nil } })
    }

    static func seconds(_ range: ClosedRange<Double>) -> SettingSyntax {
        let number = number(range)
        return SettingSyntax(
            description: "a number of seconds from \(range.lowerBound) to \(range.upperBound)",
            placeholder: "SECONDS", kind: .number, write: number.write,
            read: { number.read($0.hasSuffix("s") ? String($0.dropLast()) : $0) })
    }
}

extension SettingSyntax where Value == Bool? {
    /// A switch; nil if not set. An empty text does not set it: a variable of a compose file may be
    /// empty.
    static var flag: SettingSyntax {
        SettingSyntax(
            description: "true or false", placeholder: "true|false", words: ["true", "false"],
            kind: .bool,
            write: { $0.map { $0 ? "true" : "false" } ?? "" },
            read: { text in
                switch text.lowercased() {
                case "": .some(nil)
                case "true", "1", "yes", "on": .some(true)
                case "false", "0", "no", "off": .some(false)
                default: nil
                }
            })
    }
}

extension SettingSyntax where Value == Presets {
    static var presets: SettingSyntax {
        SettingSyntax(
            description:
                "an object with an object of parameters for each name, such as {\"a5\": {\"page.size\": \"A5\"}}",
            placeholder: "JSON", kind: .object,
            write: { presets in
                let members = presets.all.map { JSONValue.Member($0.name, $0.fields) }
                return members.isEmpty
                    ? "" : String(decoding: JSONValue.object(members).bytes, as: UTF8.self)
            },
            read: { text in
                guard !text.isEmpty else { return Presets() }
                return (try? JSONValue(parsing: Array(text.utf8))).flatMap(Presets.init)
            })
    }
}

extension SettingSyntax where Value == [String] {
    /// A comma-separated list. A text without a value is invalid: a list of keys that was assembled
    /// wrongly would allow everyone.
    static var list: SettingSyntax {
        SettingSyntax(
            description:
                "a comma-separated list; in a file also an array of strings without commas",
            placeholder: "LIST", kind: .array,
            write: { $0.joined(separator: ",") },
            read: { text in
                let values = text.split(separator: ",").map { $0.withoutBlanksAtEnds }
                    .filter { !$0.isEmpty }
                return values.isEmpty ? nil : values
            })
    }

    /// Origins exactly as browsers send them (RFC 6454 §6.2), because any other form never matches.
    static var origins: SettingSyntax {
        let list = list
        return SettingSyntax(
            description:
                "`*`, or a list of origins as browsers send them, such as https://chat.example or "
                + "http://localhost:3000: in lowercase, without a path or the scheme's own port",
            placeholder: list.placeholder, kind: list.kind, write: list.write,
            read: { text in list.read(text).flatMap { $0.allSatisfy(isOrigin) ? $0 : nil } })
    }

    private static func isOrigin(_ text: String) -> Bool {
        // `null` is the origin of pages without one, such as local files.
        if ["*", "null"].contains(text) { return true }
        let form = /[a-z][a-z0-9+.\-]*:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._\-]+)(:[1-9][0-9]{0,4})?/
        let hasOwnPort = [("http://", ":80"), ("https://", ":443")].contains { scheme, port in
            text.hasPrefix(scheme) && text.hasSuffix(port)
        }
        return text.wholeMatch(of: form) != nil && !hasOwnPort
    }
}

extension SettingSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One of a list of words.
    static var choice: SettingSyntax { words(Array(Value.allCases), \.rawValue) }
}

extension SettingSyntax where Value == Log.Level {
    static var level: SettingSyntax { words(Log.Level.allCases, \.name) }
}
