extension Output {
    /// An output format. Everything that differs between formats, except how one is written, is in
    /// `traits`.
    package enum Format: String, Sendable, CaseIterable {
        case png, webp, jpeg, pdf, svg, zip, json
        case apng, gif, mp4, webm
        case html
        case txt, md, csv, mbox
        /// Relativity's short message format, for e-discovery platforms.
        case rsmf
        /// BagIt, for archives.
        case bag
        /// A production with load files, for the other side of a case.
        case production

        /// The traits of each format.
        package var traits: Traits {
            switch self {
            case .png:
                Traits(
                    .drawing, "image", "png", noun: "a PNG",
                    "one picture of any height",
                    [.look, .measured, .canvas, .pixels, .embedded, .compressed, .divisible])
            case .webp:
                Traits(
                    .drawing, "image", "webp", noun: "a WebP",
                    "one picture, smaller than PNG; lossless unless quality is given",
                    [
                        .look, .measured, .canvas, .pixels, .quality, .embedded, .compressed,
                        .divisible,
                    ])
            case .jpeg:
                Traits(
                    .drawing, "image", "jpeg", noun: "a JPEG",
                    "one picture, for programs that read neither PNG nor WebP",
                    [
                        .look, .measured, .canvas, .pixels, .quality, .embedded, .compressed,
                        .divisible,
                    ])
            case .pdf:
                Traits(
                    .drawing, "application", "pdf", noun: "a PDF",
                    "pages with text that can be selected, searched and copied",
                    [
                        .look, .measured, .canvas, .pages, .zoomable, .compressed, .divisible,
                        .document, .signable, .lockable,
                    ])
            case .svg:
                Traits(
                    .drawing, "image", "svg+xml", noun: "an SVG", "one picture with text as text",
                    [
                        .look, .measured, .canvas, .zoomable, .embedded, .scriptable, .divisible,
                    ])
            case .json:
                Traits(
                    .layout, "application", "json", noun: "JSON",
                    "the layout: the position of every message",
                    [.look, .measured, .canvas, .pages, .divisible])
            case .zip:
                Traits(
                    .pictures, "application", "zip", noun: "a ZIP",
                    "numbered PNG pages of a limited height",
                    [.look, .measured, .canvas, .pixels, .pages, .compressed, .divisible])
            case .apng:
                Traits(
                    .clip, "image", "apng", noun: "an animated PNG",
                    "a clip in which messages come one by one, without loss",
                    [.look, .measured, .canvas, .pixels, .embedded, .compressed])
            case .gif:
                Traits(
                    .clip, "image", "gif", noun: "a GIF",
                    "a clip in which messages come one by one, in 256 colors",
                    [.look, .measured, .canvas, .pixels, .embedded, .compressed])
            case .mp4:
                Traits(
                    .clip, "video", "mp4", noun: "an MP4",
                    "a video (H.264) in which messages come one by one",
                    [.look, .measured, .canvas, .pixels, .compressed])
            case .webm:
                Traits(
                    .clip, "video", "webm", noun: "a WebM",
                    "a video (VP9) in which messages come one by one",
                    [.look, .measured, .canvas, .pixels, .compressed])
            case .txt:
                Traits(
                    .text, "text", "plain", "; charset=utf-8", noun: "plain text",
                    "plain text; pictures by name", [.divisible])
            case .md:
                Traits(
                    .text, "text", "markdown", "; charset=utf-8", noun: "Markdown",
                    "Markdown; pictures by name", [.divisible])
            case .csv:
                Traits(
                    .text, "text", "csv", "; charset=utf-8; header=present", noun: "a table",
                    "a table with a row for each message", [.divisible])
            case .mbox:
                Traits(
                    .text, "application", "mbox", noun: "emails", "an email for each message",
                    [.divisible])
            case .html:
                Traits(
                    .page, "text", "html", "; charset=utf-8", noun: "a page",
                    "one page in the look, with selectable text, embedded pictures and no script",
                    [.look, .scriptable, .divisible])
            case .rsmf:
                Traits(
                    .archive, "application", "zip", noun: "RSMF emails in a ZIP",
                    "emails in Relativity's short message format in a ZIP, one for each day",
                    [.compressed, .custodian])
            case .bag:
                Traits(
                    .archive, "application", "zip", noun: "a BagIt bag in a ZIP",
                    "source, data, media and document with digests (BagIt) in a ZIP",
                    [
                        .look, .measured, .canvas, .compressed, .divisible, .document, .signable,
                    ])
            case .production:
                Traits(
                    .archive, "application", "zip",
                    noun: "a production with its load files in a ZIP",
                    "numbered pages, texts and files with their load files, in a ZIP",
                    [.look, .measured, .compressed, .divisible, .document, .custodian])
            }
        }
    }
}

extension Output.Format {
    /// What kind of output a format is. A client that accepts several formats equally gets the
    /// first in this order.
    package enum Kind: String, Sendable, CaseIterable {
        case drawing, layout, pictures, text, page
        /// It plays.
        case clip
        /// A ZIP with a format of its own inside.
        case archive
    }

    /// What a format can hold and how it is treated.
    package struct Features: OptionSet, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// It is drawn with a theme.
        package static let look = Features(rawValue: 1 << 0)
        /// Its lines are broken here, not by the program that shows it.
        package static let measured = Features(rawValue: 1 << 1)
        /// It may be given a fixed size in pixels.
        package static let canvas = Features(rawValue: 1 << 2)
        /// It is painted as pixels.
        package static let pixels = Features(rawValue: 1 << 3)
        /// It may hold several pages.
        package static let pages = Features(rawValue: 1 << 4)
        /// Its pictures are kept at a fixed resolution, because readers zoom in.
        package static let zoomable = Features(rawValue: 1 << 5)
        /// It may lose detail to be smaller.
        package static let quality = Features(rawValue: 1 << 6)
        /// An address in a web page may show it.
        package static let embedded = Features(rawValue: 1 << 7)
        /// A browser opens it as a document, which could run scripts.
        package static let scriptable = Features(rawValue: 1 << 8)
        /// Deflating it again would save nothing.
        package static let compressed = Features(rawValue: 1 << 9)
        /// It can be split into several outputs.
        package static let divisible = Features(rawValue: 1 << 10)
        /// It is, or holds, PDF documents.
        package static let document = Features(rawValue: 1 << 11)
        /// It can be signed, and prove its origin.
        package static let signable = Features(rawValue: 1 << 12)
        /// A password can lock it.
        package static let lockable = Features(rawValue: 1 << 13)
        /// It names the custodian of the data.
        package static let custodian = Features(rawValue: 1 << 14)

        /// The names that the API reference uses for some of them.
        package static let names: [(name: String, feature: Features)] = [
            ("look", .look), ("measured", .measured), ("quality", .quality),
            ("divisible", .divisible), ("document", .document), ("custodian", .custodian),
        ]
    }

    package struct Traits: Sendable {
        package let kind: Kind
        package let mediaType: (type: String, subtype: String)
        /// The parameters of an answer's `Content-Type`: the charset of text (RFC 7763), and that
        /// the first line of a table names its columns (RFC 4180).
        package let parameters: String
        /// The format in a sentence, with its article.
        package let noun: String
        package let summary: String
        package let features: Features

        fileprivate init(
            _ kind: Kind, _ type: String, _ subtype: String, _ parameters: String = "",
            noun: String, _ summary: String, _ features: Features
        ) {
            self.kind = kind
            mediaType = (type, subtype)
            self.parameters = parameters
            self.noun = noun
            self.summary = summary
            self.features = features
        }
    }

    /// All formats in the order in which they are offered: the first is for a client that accepts
    /// anything.
    package static let offered: [Output.Format] = Kind.allCases.flatMap { kind in
        allCases.filter { $0.traits.kind == kind }
    }

    /// The format that a file name extension stands for.
    package init?(ending: String) {
        self.init(rawValue: ending.lowercased() == "jpg" ? "jpeg" : ending.lowercased())
    }

    package func has(_ feature: Features) -> Bool { traits.features.contains(feature) }

    /// Whether files of this format are ZIPs, and named so.
    package var isArchive: Bool { traits.kind == .archive }

    /// The file name extension.
    package var ending: String { isArchive ? "zip" : rawValue }

    /// Whether it is a single picture made of pixels.
    package var isPainting: Bool { has(.pixels) && !has(.pages) }
}
