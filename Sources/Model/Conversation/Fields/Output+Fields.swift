import Basics

extension Output: FieldObject {
    static let fields: Fields<Output> = [
        Field(
            "format", optional: \.format, .choice,
            "The output format. The path's suffix and `?format=` take precedence."),
        Field(
            "width", optional: \.width, .length(120...4000),
            "Width in points, 120 to 4000. Default: the `width` of the theme. On a page, the maximum width of a column. On a canvas, the width of the layout, which determines its magnification.",
            examples: [390]),
        Field(
            "scale", optional: \.ownScale, or: \Output.scale, .number(1...4),
            "Pixels per point. On a canvas, it determines the width in points; with `width`, it centers a column of that width."
        ),
        Field(
            "canvas", optional: \.canvas, .canvas,
            "A picture of exactly this size in pixels: `story` (1080x1920), `square` (1080x1080), `portrait` (1080x1350), `landscape` (1920x1080), `og` (1200x630), or any size of 120 to 8192. The conversation is centered at a legible size and continues on the next canvas of a `zip` or `pdf`; a message that fits on one canvas is never split. A corner radius, shadow or background adds a card. Cannot be combined with `page` or `max_height`."
        ),
        Field(
            "frame", optional: \.frame, .frame,
            "A phone around the conversation: `screen` draws the app's bars above and below it, `device` a phone around these. A screen of a fixed height, and one on a canvas, shows the newest messages, of which the bar cuts the first; `zip` and `pdf` continue on the next screen. The picture's metadata states that Chatprint made it. For `png`, `webp`, `jpeg`, `svg`, `pdf`, `zip` and `json`; cannot be combined with `page`, `max_height` or the profile `evidence`."
        ),
        Field(
            "motion", optional: \.motion, .motion,
            "How the conversation plays, in `apng`, `gif`, `mp4`, `webm` and `webp`: messages appear one by one as in the app, and the list scrolls. With `frame`, sent messages are typed first. Without `frame` and `canvas`, the clip is as tall as the conversation, but at most as a phone's screen or `max_height`. A `webp` plays only if this is given. Other formats show the end, or the moment `t`."
        ),
        Field(
            "t", optional: \.moment, .seconds,
            "A still of the clip at this moment: seconds, or a number with `s` or `ms`. For `png`, `webp`, `jpeg`, `svg`, `pdf` and the formats of clips.",
            examples: ["3.2s"]),
        Field(
            "max_height", optional: \.maxHeight, .length(100...10_000_000),
            "Maximum height in points, at least 100.", examples: [2000]),
        Field(
            "overflow", \.overflow, .choice,
            "What happens to content taller than `max_height` or a canvas. With a canvas, `truncate` draws only the first."
        ),
        Field(
            "background", \.background, .background,
            "Background of the whole output: `theme` for that of the theme, `transparent`, or a color."
        ),
        Field(
            "page", .object(PageSetup.declarations), "The pages of a PDF.",
            examples: [["size": "A4", "margin": "15mm"]], contents: PageSetup.fields.contents,
            change: { PageSetup.fields.change(&$0.page, $1, $2) }
        ) { fields, output in
            output.hasPage = fields.peek() == .object
            _ = fields.object(into: &output.page)
        },
        Field(
            "compression", \.compression, .choice, "`small` spends more time for fewer bytes."),
        Field(
            "quality", optional: \.quality, .integer(1...100),
            "Quality of a JPEG (default: 85) or a WebP (default: lossless)."
        ),
        Field(
            "filename", optional: \.filename, .fileStem,
            "File name of the download. The extension is added if missing.",
            examples: ["lake"]),
        Field(
            "attach", \.attachesFiles, .flag,
            "Whether an archival PDF embeds the videos, audio and other files of messages."
        ),
        Field(
            "archival", \.archive, .archive,
            "Whether a PDF conforms to PDF/A-3 and PDF/UA-1 (`true`, `3a`) or to PDF/A-4f and PDF/UA-2 (`4f`), with the conversation attached as JSON. With `false`, it is smaller and claims neither."
        ),
        Field(
            "author", optional: \.author, .line, "Author of a PDF.",
            examples: ["Ruiz & Partners"]),
        Field(
            "subject", optional: \.subject, .line, "Subject of a PDF.",
            examples: ["Case 12/2026, messages of May"]),
        Field(
            "keywords", \.keywords, .keywords,
            "Keywords of a PDF: a list, or a string with commas.",
            examples: ["lake, tent"]),
        Field(
            "bag", .object(BagFacts.declarations),
            "Fields of `bag-info.txt` in a `bag`, with BagIt's reserved names. Only the given fields are written.",
            isInQuery: false, contents: .texts,
            change: { output, _, change in
                for index in output.bagInfo.indices {
                    output.bagInfo[index].value = change(output.bagInfo[index].value)
                }
            }
        ) { fields, output in
            var facts = BagFacts()
            _ = fields.object(into: &facts)
            output.bagInfo = facts.list
        },
        Field(
            "production", \.production, .object,
            "Load files of a `production`. If a value contains one of the three delimiters, a space replaces it, with a warning.",
            isInQuery: false),
        Field(
            "custodian", optional: \.custodian, .line,
            "The custodian, for e-discovery: a column of a `production`, and `X-RSMF-Custodian` in `rsmf`. If it is the ID, name or handle of a participant, `rsmf` also marks that participant. Default: none.",
            examples: ["Ana Ruiz"]),
        Field(
            "created", optional: \.created, .moment,
            "Creation date in the document's metadata and in {date}. By default, the document has no date, {date} reads \"not stated\", and its bytes do not depend on the time of creation."
        ),
        Field(
            "password", optional: \.password, .password,
            "Password that encrypts a PDF and its attachments with AES-256. Such a document claims no conformance to PDF/A. Accepted only in a request body, never in a URL.",
            examples: ["three words and a number 7"], isInQuery: false, isClosing: true),
        Field(
            "profile", \.profile, .choice,
            "Purpose of the output. `evidence` defaults to the theme `print` and shows, regardless of `options.show`, each message's number in the whole source, sender and handle, time to the second with its offset, times of delivery, reading and deletion, all earlier texts with their times, reactions with names, and the ID from the source. A PDF starts with tables of facts and contains the source, media and a manifest of digests. `POST /verify` checks it."
        ),
        Field(
            "sign", .either([.flag, .object(SignatureWords.declarations)]),
            "Whether to sign a PDF (PAdES B-B) with the operator's key (`sign_key`), or the details of the signature. A request cannot bring a key. A document that cannot be signed is an error.",
            isClosing: true, write: { .bool($0.signature != nil) },
            contents: SignatureWords.fields.contents,
            change: { output, contents, change in
                guard var words = output.signature else { return }
                SignatureWords.fields.change(&words, contents, change)
                output.signature = words
            }
        ) { fields, output in output.signature = fields.signature() },
        Field(
            "engine", \.engine, .choice,
            "Engine that draws PNG, WebP, JPEG, SVG, ZIP and PDF: `chatprint`, or `cairo` for comparison. Cairo's PDF is neither PDF/A nor tagged, and text in its SVG is outlines."
        ),
        Field(
            "fonts", \.fonts, .choice,
            "Whether an SVG embeds its fonts, reduced to the glyphs used, or relies on the viewer's fonts."
        ),
        Field(
            "grayscale", \.isGray, .flag,
            "Whether to remove color from paints, pictures and emoji.",
            also: ["greyscale"]),
        Field(
            "split_by", optional: \.splitBy, .division,
            "Splits the conversation into parts, by time or by number of messages. The output is a ZIP with one output for each part and an index."
        ),
    ]
}
