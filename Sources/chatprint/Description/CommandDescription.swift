/// The description of a command. Parsing, help, the manual and completions all follow from it, so
/// none of them can differ from another.
struct CommandDescription: Sendable {
    /// The values of an option, for shells that complete them.
    enum Value: Sendable {
        case text, file, folder, look, importer
        /// A look, or auto.
        case chosenLook
        case words([String])
    }

    struct Option: Sendable {
        /// With its dashes.
        let name: String
        var short: String?
        /// The placeholder for its value; nil for an option without one.
        var placeholder: String?
        var value = Value.text
        let summary: String
    }

    /// One of a command's uses, and what it is for.
    struct Example: Sendable {
        let line: String
        let summary: String
    }

    let name: String
    /// Files and folders, such as `[FILE|-]`.
    var operands = ""
    /// Whether what stands there is a file, for shells.
    var takesFiles = false
    let summary: String
    /// Further paragraphs.
    var details: [String] = []
    var options: [Option] = []
    var examples: [Example] = []
    /// Called by other programs: not listed.
    var isHidden = false

    /// `-o, --output OUT`.
    func form(of option: Option) -> String {
        (option.short.map { $0 + ", " } ?? "") + option.name
            + (option.placeholder.map { " " + $0 } ?? "")
    }
}

extension CommandDescription {
    /// As a terminal of eighty columns shows it.
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

    /// A term, and what it is, in a column of its own.
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
