extension Setting {
    /// All settings as a Markdown table, for `config/README.md` and for `chatprint settings`.
    package static var table: String {
        var lines = ["| setting | default | environment | what |", "|---|---|---|---|"]
        let settings = Settings()
        for setting in allCases {
            let standard = settings.text(of: setting)
            lines.append(
                "| `\(setting.rawValue)` | \(standard.isEmpty ? "–" : "`\(standard)`") "
                    + "| `\(setting.environment)` | \(setting.summary) |")
        }
        return lines.joined(separator: "\n")
    }
}
