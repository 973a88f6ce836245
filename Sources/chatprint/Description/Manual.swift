/// The man page `chatprint(1)`, generated from the commands' descriptions in man(7) format.
struct Manual {
    let version: String

    var text: String {
        var lines = [
            ".TH CHATPRINT 1 \"\" \"chatprint \(Self.escaped(version))\" \"User Commands\"",
            ".SH NAME", "chatprint \\- render chat transcripts as pictures and documents",
            ".SH SYNOPSIS", ".B chatprint", ".I COMMAND", "[\\fIOPTION\\fR]... [\\fIFILE\\fR]",
            ".SH DESCRIPTION",
            "Chatprint renders conversations, written as JSON or exported by a messenger, to PNG and PDF "
                + "and other formats, on the command line or as a service over HTTP.",
            ".SH COMMANDS",
        ]
        for command in CommandList.shown { lines += section(of: command) }
        lines += [".SH EXIT STATUS"]
        for (code, meaning) in Self.codes {
            lines += [".TP", ".B \(code)", Self.escaped(meaning)]
        }
        lines += [
            ".SH FILES", ".TP", ".I /etc/chatprint",
            "Files that override the built-in ones: chatprint.json with settings, themes, languages, "
                + "fonts.conf, fonts.",
            ".SH ENVIRONMENT", ".TP", ".B CHATPRINT_CONFIG",
            "A folder to use instead of /etc/chatprint.", ".TP", ".B CHATPRINT_\\fISETTING\\fR",
            "A setting of the service; \\fBchatprint settings\\fR lists them.",
        ]
        return lines.joined(separator: "\n")
    }

    /// The exit codes, as in `main.swift` and sysexits.h.
    private static let codes = [
        ("0", "success"),
        ("1", "the input or the value of an option was rejected, or a job of batch failed"),
        ("2", "the command line is invalid: an unknown option, or a missing value or operand"),
        ("3, 4, 5", "other verdicts of verify"), ("70", "internal error"),
        ("71", "a call of the operating system failed"), ("74", "reading or writing failed"),
        ("78", "the configuration is invalid"),
        ("128 plus N", "batch was stopped by the signal N, or serve by a second one"),
    ]

    private func section(of command: CommandDescription) -> [String] {
        var lines = [
            ".SS chatprint \(Self.escaped(command.name + " " + command.operands))",
            Self.escaped(command.sentence(command.summary)),
        ]
        for detail in command.details { lines += [".PP", Self.escaped(detail)] }
        for option in command.options {
            lines += [
                ".TP", "\\fB\(Self.escaped(command.form(of: option)))\\fR",
                Self.escaped(option.summary),
            ]
        }
        for example in command.examples {
            lines += [
                ".PP", Self.escaped(command.sentence("for example, " + example.summary)), ".PP",
                ".nf", ".RS", Self.escaped(example.line), ".RE", ".fi",
            ]
        }
        return lines
    }

    /// Escapes backslashes and dashes, and points and quotes at the start of a line, which roff
    /// would interpret.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .replacing("'", with: "\\(aq")
        return plain.hasPrefix(".") ? "\\&" + plain : plain
    }
}
