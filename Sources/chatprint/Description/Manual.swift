/// `chatprint(1)`, written from the commands' descriptions, as man(7) has it.
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
            "What is to differ from what the program brings: chatprint.json with settings, themes, languages, "
                + "fonts.conf, fonts.",
            ".SH ENVIRONMENT", ".TP", ".B CHATPRINT_CONFIG",
            "A folder to read in place of /etc/chatprint.", ".TP", ".B CHATPRINT_\\fISETTING\\fR",
            "A setting of the service; \\fBchatprint settings\\fR lists them.",
        ]
        return lines.joined(separator: "\n")
    }

    /// As `main.swift` and sysexits.h have them.
    private static let codes = [
        ("0", "done"), ("1", "the input was refused"), ("2", "the command line was wrong"),
        ("74", "reading or writing failed"), ("78", "the configuration is wrong"),
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

    /// Backslashes and dashes are roff's own, as are points and quotes where a line begins.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .replacing("'", with: "\\(aq")
        return plain.hasPrefix(".") ? "\\&" + plain : plain
    }
}
