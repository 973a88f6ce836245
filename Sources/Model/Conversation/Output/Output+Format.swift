extension Output {
    /// All differences between formats, except how they are written, are in `traits`.
    package enum Format: String, Sendable, CaseIterable {
        case png, webp, jpeg, pdf, svg, zip, json
        case apng, gif, mp4, webm
        case html
        case txt, md, csv, mbox
        /// Relativity's short message format, for e-discovery platforms.
        case rsmf
        /// BagIt, for archives.
        case bag
        /// A production with load files, for the opposing party of a case.
        case production

        package var traits: Traits {
            switch self {
            case .png:
                Traits(
                    .drawing, "image", "png", noun: "a PNG",
                    "one picture of any height",
                    [.drawn, .pixels, .embedded, .compressed, .divisible])
            case .webp:
                Traits(
                    .drawing, "image", "webp", noun: "a WebP",
                    "one picture, smaller than PNG; lossless unless quality is given",
                    [.drawn, .pixels, .quality, .embedded, .compressed, .divisible])
            case .jpeg:
                Traits(
                    .drawing, "image", "jpeg", noun: "a JPEG",
                    "one picture, for programs that read neither PNG nor WebP",
                    [.drawn, .pixels, .quality, .embedded, .compressed, .divisible])
            case .pdf:
                Traits(
                    .drawing, "application", "pdf", noun: "a PDF",
                    "pages with text that can be selected, searched and copied",
                    [
                        .drawn, .pages, .zoomable, .compressed, .divisible, .document, .signable,
                        .lockable,
                    ])
            case .svg:
                Traits(
                    .drawing, "image", "svg+xml", noun: "an SVG", "one picture with text as text",
                    [.drawn, .zoomable, .embedded, .scriptable, .divisible])
            case .json:
                Traits(
                    .layout, "application", "json", noun: "JSON",
                    "the layout: the position of every message",
                    [.drawn, .pages, .divisible])
            case .zip:
                Traits(
                    .pictures, "application", "zip", noun: "a ZIP",
                    "numbered PNG pages of a limited height",
                    [.drawn, .pixels, .pages, .compressed, .divisible])
            case .apng:
                Traits(
                    .clip, "image", "apng", noun: "an animated PNG",
                    "a clip in which messages appear one by one, without loss",
                    [.drawn, .pixels, .embedded, .compressed])
            case .gif:
                Traits(
                    .clip, "image", "gif", noun: "a GIF",
                    "a clip in which messages appear one by one, in 256 colors",
                    [.drawn, .pixels, .embedded, .compressed])
            case .mp4:
                Traits(
                    .clip, "video", "mp4", noun: "an MP4",
                    "a video (H.264) in which messages appear one by one",
                    [.drawn, .pixels, .compressed])
            case .webm:
                Traits(
                    .clip, "video", "webm", noun: "a WebM",
                    "a video (VP9) in which messages appear one by one",
                    [.drawn, .pixels, .compressed])
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
                    "one page in the theme, with selectable text, embedded pictures and no script",
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
                    [.drawn, .compressed, .divisible, .document, .signable])
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
    /// A client that accepts several formats equally receives the first in this order.
    package enum Kind: String, Sendable, CaseIterable {
        case drawing, layout, pictures, text, page
        case clip
        /// A ZIP in a defined format, such as BagIt.
        case archive
    }

    package struct Features: OptionSet, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) { self.rawValue = rawValue }

        /// The format is drawn with a theme.
        package static let look = Features(rawValue: 1 << 0)
        /// Chatprint breaks the lines, instead of the program that shows the format.
        package static let measured = Features(rawValue: 1 << 1)
        /// The format may have a fixed size in pixels.
        package static let canvas = Features(rawValue: 1 << 2)
        fileprivate static let drawn: Features = [.look, .measured, .canvas]
        package static let pixels = Features(rawValue: 1 << 3)
        package static let pages = Features(rawValue: 1 << 4)
        /// Pictures are stored at a fixed resolution, because readers zoom in.
        package static let zoomable = Features(rawValue: 1 << 5)
        /// The format may lose detail to become smaller.
        package static let quality = Features(rawValue: 1 << 6)
        /// An address in a web page may show the format.
        package static let embedded = Features(rawValue: 1 << 7)
        /// A browser opens the format as a document, which could run scripts.
        package static let scriptable = Features(rawValue: 1 << 8)
        /// Compressing the format again would save nothing.
        package static let compressed = Features(rawValue: 1 << 9)
        package static let divisible = Features(rawValue: 1 << 10)
        /// The format is or contains PDF documents.
        package static let document = Features(rawValue: 1 << 11)
        package static let signable = Features(rawValue: 1 << 12)
        /// The output can be protected by a password.
        package static let lockable = Features(rawValue: 1 << 13)
        package static let custodian = Features(rawValue: 1 << 14)

        /// The names of features in the API reference.
        package static let names: [(name: String, feature: Features)] = [
            ("look", .look), ("measured", .measured), ("quality", .quality),
            ("divisible", .divisible), ("document", .document), ("custodian", .custodian),
            ("canvas", .canvas), ("signable", .signable),
        ]
    }

    package struct Traits: Sendable {
        package let kind: Kind
        package let mediaType: (type: String, subtype: String)
        /// The parameters of the response's `Content-Type`: the charset of text (RFC 7763), and
        /// whether the first line of a table contains the column names (RFC 4180).
        package let parameters: String
        /// The format's name in a sentence, with its article.
        package let noun: String
        package let summary: String
        let features: Features

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

    /// All formats in order of preference. The first is for clients that accept anything.
    package static let offered: [Output.Format] = Kind.allCases.flatMap { kind in
        allCases.filter { $0.traits.kind == kind }
    }

    package init?(ending: String) {
        self.init(rawValue: ending.lowercased() == "jpg" ? "jpeg" : ending.lowercased())
    }

    package func has(_ feature: Features) -> Bool { traits.features.contains(feature) }

    /// Whether files of this format are ZIPs and have that extension.
    package var isArchive: Bool { traits.kind == .archive }

    package var ending: String { isArchive ? "zip" : rawValue }

    /// Whether the output is a single picture made of pixels.
    package var isPainting: Bool { has(.pixels) && !has(.pages) }
}
