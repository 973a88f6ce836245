import Basics
import Model

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
