import Conversation
import Signing

/// The options that commands share.
extension CommandDescription.Option {
    static let configuration = Self(
        name: "--config", placeholder: "FOLDER", value: .folder,
        summary: "a folder with looks, settings and fonts of your own")
    static let help = Self(name: "--help", short: "-h", summary: "this text")
    static let output = Self(
        name: "--output", short: "-o", placeholder: "OUT", value: .file,
        summary: "file to write; its ending names the format; - or none for standard output")
    static let format = Self(
        name: "--format", short: "-f", placeholder: "FORMAT",
        value: .words(Output.Format.allCases.map(\.rawValue)),
        summary: Arguments.formats)
    static let quiet = Self(
        name: "--quiet", short: "-q", summary: "no warnings, no progress")
    static let strict = Self(
        name: "--strict", summary: "refuse what would only be warned about")

    static let password = Self(
        name: "--password-file", placeholder: "FILE", value: .file,
        summary: "a file whose first line is to open the PDF")

    /// What documents are signed with.
    static let signing =
        [
            Self(name: "--sign", summary: "sign the document, with the key that is set"),
            Self(
                name: "--sign-key", placeholder: "FILE", value: .file,
                summary: "sign it with this key, PEM or PKCS#12"),
            certificate,
            Self(
                name: "--sign-passphrase-file", placeholder: "FILE", value: .file,
                summary: "a file whose first line opens the key's"),
        ] + signatures
    static let certificate = Self(
        name: "--sign-cert", placeholder: "FILE", value: .file,
        summary: "the key's certificate and its chain, PEM, where the key's file has none")
    static let signatures = [
        Self(
            name: "--sign-padding", placeholder: "PADDING",
            value: .words(RSAPadding.allCases.map(\.rawValue)),
            summary: "how an RSA key signs: pkcs1 or pss"),
        Self(
            name: "--sign-room", placeholder: "BYTES",
            summary: "bytes that the document keeps for its signature"),
    ]
    static let timestampHook = Self(
        name: "--timestamp-hook", placeholder: "PROGRAM",
        summary:
            "a program that has a signature time-stamped: it is given an RFC 3161 request on its "
            + "standard input and writes the response")

    /// Where the files are that an input names.
    static let media = [
        Self(
            name: "--media", placeholder: "FOLDER", value: .folder,
            summary: "where the files are that it names, if not beside and below it"),
        Self(name: "--no-media", summary: "look for those files nowhere"),
    ]

    /// What the caller knows of an export.
    static let export = [
        Self(
            name: "--from", placeholder: "FORMAT", value: .importer,
            summary: "the export's format, where it is not recognised"),
        Self(name: "--chat", placeholder: "NAME", summary: "which chat of an export of several"),
        Self(
            name: "--timezone", placeholder: "ZONE",
            summary: "whose clock its times are by, such as Europe/Berlin"),
        Self(
            name: "--date-order", placeholder: "ORDER", value: .words(["dmy", "mdy", "ymd"]),
            summary: "dmy, mdy or ymd"),
        Self(name: "--year", placeholder: "YEAR", summary: "for dates without one"),
    ]
    static let me = Self(
        name: "--me", placeholder: "NAME", summary: "whose messages stand on the right")
    static let times = [
        Self(
            name: "--after", placeholder: "TIME",
            summary: "only what was said since, such as 2026-05-01"),
        Self(name: "--before", placeholder: "TIME", summary: "only what was said before"),
    ]

    /// Everything that a query parameter of the same name says to the service.
    static let settings =
        [
            format,
            Self(
                name: "--theme", placeholder: "NAME", value: .chosenLook,
                summary: "a look, or auto for that of the conversation's app"),
            Self(
                name: "--mode", placeholder: "MODE", value: .words(["light", "dark"]),
                summary: "light or dark"),
            Self(
                name: "--contrast", placeholder: "CONTRAST",
                value: .words(Options.Contrast.allCases.map(\.rawValue)),
                summary: "app for the app's own colours"),
            Self(name: "--scale", placeholder: "N", summary: "pixels per point, 1 to 4"),
            Self(name: "--width", placeholder: "N", summary: "points"),
            Self(
                name: "--canvas", placeholder: "SIZE",
                value: .words(PictureCanvas.Name.allCases.map(\.rawValue)),
                summary: "pictures of that size: story, square, portrait, landscape, og, 1080x1350"),
            me,
        ] + export + times + [
            Self(
                name: "--split-by", placeholder: "PART", value: .words(["day", "month", "year"]),
                summary: "day, month, year or a number of messages: a ZIP of several outputs"),
            Self(
                name: "--engine", placeholder: "ENGINE",
                value: .words(Output.Engine.allCases.map(\.rawValue)),
                summary: "chatprint, or cairo to have cairo alone draw"),
            Self(
                name: "--created", placeholder: "TIME",
                summary: "when a document says that it was made"),
            Self(
                name: "--profile", placeholder: "PROFILE",
                value: .words(Output.Profile.allCases.map(\.rawValue)),
                summary: "evidence: a document with facts, numbers, full times and digests"),
            password,
            Self(
                name: "--set", placeholder: "KEY=VALUE",
                summary: "any other field of output or options, such as --set page.size=letter"),
        ]
}
