@testable import Themes

/// The table of all keys in `config/themes/README.md`, generated from the reader's own definitions.
enum KeyList {
    static var markdown: String {
        var rows = ["| key | value | meaning |", "|---|---|---|"]
        rows += [
            "| `extends` | name of a theme, or null for none | the theme that this one extends |",
            "| `mode` | `light` `dark` | the default mode |",
            "| `apps` | list: name of a service | further services whose conversations get this theme, besides the service of its name; not inherited |",
            "| `classic` | true, false | whether lists show the theme last, after those of today's apps; not inherited |",
            "| `light` `dark` | object | keys that apply in that mode only |",
            "| `contrast` | `readable` `app` | the default contrast |",
            "| `app` | object | keys that apply with `contrast` `app` only; may contain `light` and `dark` |",
        ]
        for line in lines {
            rows.append("| `\(line.path)` | \(escaped(line.words)) | \(line.meaning) |")
        }
        return rows.joined(separator: "\n")
    }

    /// Sections with the same keys are listed once; the others refer to that one.
    private static var lines: [KeyLine] {
        let all = ThemeKeys.all.flatMap(\.lines)
        var known: [String: String] = [:]
        var kept: [KeyLine] = []
        var skipped: String?
        for line in all {
            if let skipped, line.path.hasPrefix(skipped) { continue }
            let below = all.filter { $0.path.hasPrefix(line.path + ".") }
            let keys = below.map { $0.path.dropFirst(line.path.count) + $0.words + $0.meaning }
                .joined()
            if !keys.isEmpty, let first = known[keys] {
                kept.append(
                    KeyLine(
                        path: line.path, words: line.words + " as `\(first)`",
                        meaning: line.meaning))
                skipped = line.path + "."
            } else {
                if !keys.isEmpty { known[keys] = line.path }
                kept.append(line)
                skipped = nil
            }
        }
        return kept
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
