extension Setting {
    /// All settings as a Markdown table, for the README and for `chatprint settings`.
    package static var table: String {
        var lines = ["| setting | default | environment | what |", "|---|---|---|---|"]
        for setting in allCases {
            let standard = setting.standard.words
            lines.append(
                "| `\(setting.rawValue)` | \(standard.isEmpty ? "–" : "`\(standard)`") "
                    + "| `\(setting.environment)` | \(setting.summary) |")
        }
        return lines.joined(separator: "\n")
    }
}
