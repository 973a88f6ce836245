/// The description of a command. Parsing, help, the manual and completions are all generated from
/// it, so they cannot contradict each other.
struct CommandDescription: Sendable {
    /// The kind of an option's values, for shell completion.
    enum Value: Sendable {
        case text, file, folder, look, importer
        /// A theme, or auto.
        case chosenLook
        case words([String])
    }

    struct Option: Sendable {
        /// The name including dashes.
        let name: String
        var short: String?
        /// The placeholder for the option's value; nil for an option without a value.
        var placeholder: String?
        var value = Value.text
        let summary: String
    }

    struct Example: Sendable {
        let line: String
        let summary: String
    }

    let name: String
    /// The operands, such as `[FILE|-]`.
    var operands = ""
    /// Whether the operands are files, for shell completion.
    var takesFiles = false
    let summary: String
    /// Further paragraphs.
    var details: [String] = []
    var options: [Option] = []
    var examples: [Example] = []
    /// Whether the command is called only by other programs and is not listed in the help.
    var isHidden = false

    /// The syntax of an option: `-o, --output OUT`.
    func form(of option: Option) -> String {
        (option.short.map { $0 + ", " } ?? "") + option.name
            + (option.placeholder.map { " " + $0 } ?? "")
    }
}

extension CommandDescription {
    /// The help text for a terminal of eighty columns.
    var help: String {
        var lines = ["chatprint " + name + (operands.isEmpty ? "" : " " + operands) + usage]
        lines += ["", sentence(summary)]
        for detail in details { lines += Self.wrapped(detail, width: 78) }
        if !options.isEmpty {
            lines += ["", "Options:"]
            for option in options + [.help] {
                lines += Self.entry(form(of: option), option.summary)
            }
        }
        if !examples.isEmpty {
            lines += ["", examples.count == 1 ? "Example:" : "Examples:"]
            for example in examples {
                lines += ["  # " + example.summary, "  " + example.line]
            }
        }
        return lines.joined(separator: "\n")
    }

    private var usage: String { options.isEmpty ? "" : " [OPTION]..." }

    func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    private static let column = 26

    /// Returns a term with its description in a separate column.
    static func entry(_ term: String, _ text: String) -> [String] {
        let head = "  " + term
        var lines = wrapped(text, width: 78 - column).map {
            String(repeating: " ", count: column) + $0
        }
        if head.count + 2 <= column, let first = lines.first {
            lines[0] = head + first.dropFirst(head.count)
        } else {
            lines.insert(head, at: 0)
        }
        return lines
    }

    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
