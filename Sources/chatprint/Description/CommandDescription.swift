import Evidence
import Model

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

/// The options that commands share.
extension CommandDescription.Option {
    static let configuration = Self(
        name: "--config", placeholder: "FOLDER", value: .folder,
        summary: "folder with your own themes, settings and fonts")
    static let help = Self(name: "--help", short: "-h", summary: "print this help")
    static let output = destination(
        "OUT", "output file; its extension selects the format; - (default) for standard output")
    static func destination(
        _ placeholder: String, _ summary: String, _ value: CommandDescription.Value = .file
    ) -> Self {
        Self(
            name: "--output", short: "-o", placeholder: placeholder, value: value, summary: summary)
    }
    static let format = Self(
        name: "--format", short: "-f", placeholder: "FORMAT",
        value: .words(Output.Format.allCases.map(\.rawValue)),
        summary: Arguments.formats)
    static let quiet = Self(
        name: "--quiet", short: "-q", summary: "print no warnings and no progress")
    static let strict = Self(
        name: "--strict", summary: "treat warnings as errors")

    static let password = Self(
        name: "--password-file", placeholder: "FILE", value: .file,
        summary: "read the PDF's password from the first line of FILE")

    static let signing = [
        Self(name: "--sign", summary: "sign the document with the configured key (sign_key)"),
        Self(
            name: "--sign-key", placeholder: "FILE", value: .file,
            summary: "sign with this private key, a PEM or PKCS#12 file"),
        certificate,
        Self(
            name: "--sign-passphrase-file", placeholder: "FILE", value: .file,
            summary: "read the key's passphrase from the first line of FILE"),
        padding, room,
    ]
    static let certificate = Self(
        name: "--sign-cert", placeholder: "FILE", value: .file,
        summary: "certificate and chain, a PEM file (default: from the key's file)")
    static let padding = Self(
        name: "--sign-padding", placeholder: "PADDING",
        value: .words(RSAPadding.allCases.map(\.rawValue)),
        summary: "padding of RSA signatures: pkcs1 or pss")
    static let room = Self(
        name: "--sign-room", placeholder: "BYTES", summary: "bytes reserved for the signature")
    static let timestampHook = Self(
        name: "--timestamp-hook", placeholder: "PROGRAM",
        summary:
            "program that obtains a timestamp: reads an RFC 3161 request from standard input and "
            + "writes the response to standard output")

    /// Options for finding the files that an input names.
    static let media = [
        Self(
            name: "--media", placeholder: "FOLDER", value: .folder,
            summary: "folder to search for attachments (default: the input's own)"),
        Self(name: "--no-media", summary: "read no attachments"),
    ]

    /// Options for facts that an export does not contain.
    static let export = [
        Self(
            name: "--from", placeholder: "FORMAT", value: .importer,
            summary: "format of the export (default: recognized)"),
        Self(
            name: "--chat", placeholder: "NAME",
            summary: "select one chat of an export (see the command chats)"),
        Self(
            name: "--timezone", placeholder: "ZONE",
            summary: "time zone of timestamps without an offset, such as Europe/Berlin"),
        Self(
            name: "--date-order", placeholder: "ORDER", value: .words(["dmy", "mdy", "ymd"]),
            summary: "order of ambiguous dates: dmy, mdy or ymd"),
        Self(name: "--year", placeholder: "YEAR", summary: "year of dates without one"),
        sourcePassword,
    ]
    static let sourcePassword = Self(
        name: "--source-password-file", placeholder: "FILE", value: .file,
        summary:
            "read the password or key of an encrypted export from the first line of FILE, or from "
            + "a key file; - for standard input (default: ask on the terminal)")
    static let me = Self(
        name: "--me", placeholder: "NAME", summary: "put this person's messages on the right")
    static let times = [
        Self(
            name: "--after", placeholder: "TIME",
            summary: "only messages since TIME, such as 2026-05-01"),
        Self(name: "--before", placeholder: "TIME", summary: "only messages before TIME"),
    ]

    /// Options named like the query parameters of the service.
    static let settings =
        [
            format,
            Self(
                name: "--preset", placeholder: "NAME",
                summary: "options under a name, such as court (see the command presets)"),
            Self(
                name: "--theme", placeholder: "NAME", value: .chosenLook,
                summary: "theme, or auto for the theme of the conversation's app"),
            Self(
                name: "--mode", placeholder: "MODE", value: .words(["light", "dark"]),
                summary: "light or dark"),
            Self(
                name: "--contrast", placeholder: "CONTRAST",
                value: .words(Options.Contrast.allCases.map(\.rawValue)),
                summary: "app for the app's own colors"),
            Self(name: "--scale", placeholder: "N", summary: "pixels per point, 1 to 4"),
            Self(name: "--width", placeholder: "N", summary: "width in points"),
            Self(
                name: "--canvas", placeholder: "SIZE",
                value: .words(PictureCanvas.Name.allCases.map(\.rawValue)),
                summary: "exact picture size: story, square, portrait, landscape, og, 1080x1350"),
            Self(
                name: "--frame", placeholder: "KIND",
                value: .words(ScreenFrame.Kind.allCases.map(\.rawValue)),
                summary: "screen for the app's bars around the chat, device for a phone as well"),
            me,
        ] + export + times + [
            Self(
                name: "--split-by", placeholder: "PART",
                value: .words(["day", "month", "year", "chat"]),
                summary: "one output per day, month, year, N messages or chat of an export, in a "
                    + "ZIP"),
            Self(
                name: "--engine", placeholder: "ENGINE",
                value: .words(Output.Engine.allCases.map(\.rawValue)),
                summary: "chatprint, or cairo to draw only with cairo"),
            Self(
                name: "--created", placeholder: "TIME",
                summary: "creation date recorded in the document"),
            Self(
                name: "--profile", placeholder: "PROFILE",
                value: .words(Output.Profile.allCases.map(\.rawValue)),
                summary: "evidence: numbered messages, full times, facts and digests"),
            password,
            Self(
                name: "--set", placeholder: "KEY=VALUE",
                summary: "any other field of output or options, such as --set page.size=letter"),
        ]
}
