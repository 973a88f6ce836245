import Basics

struct AttachmentDraft: FieldObject, Equatable {
    var attachment = Attachment(kind: .file)
    var card = Card()
    var hasKind = false
    var poster: MediaIndex?

    static let fields = Fields<AttachmentDraft>(data + measures + texts + marks)
    static let ignored = ["mime", "mime_type", "content_type"]

    private static let data: [Field<AttachmentDraft>] = [
        Field(
            "kind", .text,
            "`image`, `video`, `gif`, `sticker`, `voice`, `audio`, `video_note`, `file`, `contact`, `location` or `card`. Other kinds are drawn as a placeholder with text.",
            examples: ["image"],
            put: {
                let attachment = $1.attachment
                $0.json.member("kind", attachment.unknownKind ?? attachment.kind.rawValue)
            }, contents: .texts,
            change: { draft, _, change in
                draft.attachment.unknownKind = draft.attachment.unknownKind.map(change)
            },
            read: { fields, draft in draft.readKind(&fields) }),
        Field(
            "type", .text, "The same as `kind`, or a media type.", examples: ["image/jpeg"]
        ) { fields, draft in
            if draft.hasKind { fields.skip() } else { draft.readKind(&fields) }
        },
        Field(
            "src", .defined("source"), "", also: ["source"],
            put: { $0.media("src", $1.attachment.file ?? $1.attachment.media) },
            read: { fields, draft in
                if let source = fields.source() { draft.attachment.take(source) }
            }),
        Field(
            "poster", .defined("source"), "", also: ["thumbnail"],
            put: { if $1.attachment.file != nil { $0.media("poster", $1.attachment.media) } },
            read: { fields, draft in
                draft.poster = FieldSyntax.picture.read(&fields, nil) ?? draft.poster
            }),
        Field(
            "name", optional: \.attachment.name, .line, "File name.", examples: ["beach.jpg"],
            isKept: true, also: ["filename"]),
    ]

    private static let measures: [Field<AttachmentDraft>] = [
        Field("size", optional: \.attachment.size, .count, "Size in bytes."),
        Field(
            "width", optional: \.attachment.width, .number(0...1e6),
            "Width in points. Default: that of the picture.", examples: [640]),
        Field(
            "height", optional: \.attachment.height, .number(0...1e6),
            "Height in points. Default: that of the picture.", examples: [480]),
        Field("duration", optional: \.attachment.duration, .duration, ""),
        Field(
            "waveform", \.attachment.waveform, .samples,
            "Any number of samples, scaled to the largest."),
    ]

    private static let texts: [Field<AttachmentDraft>] = [
        Field(
            "title", optional: \.attachment.title, .line, "Title of a song or a card.",
            examples: ["Sunday"]),
        Field(
            "performer", optional: \.attachment.performer, .line, "Artist of a song.",
            examples: ["The Lakes"]),
        Field(
            "caption", optional: \.attachment.caption, .nonEmptyText,
            "Text below the attachment.", examples: ["The beach"]),
        Field(
            "alt", optional: \.attachment.alt, .nonEmptyText,
            "Alternative text for screen readers.", examples: ["A beach in the morning"]),
        Field(
            "transcript", optional: \.attachment.transcript, .nonEmptyText,
            "Transcript of a voice message.", examples: ["I am on my way."]),
        Field(
            "missing", optional: \.attachment.missing, .line, "Reason why the file is missing.",
            examples: ["not in the export"], isKept: true),
        Field(
            "omitted", optional: \.attachment.omitted, .line,
            "Reason why the file is not included although the source has it.",
            examples: ["larger than 64 MiB"], isKept: true),
        Field(
            "sha256", optional: \.attachment.sha256, .digest,
            "SHA-256 of the file, also of one that is not included.",
            examples: ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"]),
        Field(
            "text", optional: \.card.text, .nonEmptyText, "Text of a card.",
            examples: ["Opened by Ana"]),
        Field(
            "url", optional: \.card.url, .url, "Link target of a card's title.",
            examples: ["https://example.com/1"]),
        Field("buttons", \.card.buttons, .list(.button), "Buttons below a card."),
    ]

    private static let marks: [Field<AttachmentDraft>] = [
        mark("spoiler", "Ignored with a warning: the picture stays visible.", true),
        mark("view_once", "Not drawn; produces a warning.", true),
        mark("expires", "Not drawn; produces a warning.", 60),
        mark("expires_at", "Not drawn; produces a warning.", "2026-06-01"),
        mark("ttl", "Not drawn; produces a warning.", 60),
    ]

    /// By which an app hides a picture. The picture is shown anyway, with a warning.
    private static func mark(
        _ name: String, _ meaning: String, _ example: JSONValue
    ) -> Field<AttachmentDraft> {
        Field(name, .other([:]), meaning, examples: [example]) { fields, _ in
            if fields.isNull() { return }
            if fields.peek() == .bool {
                guard fields.flag() else { return }
            } else {
                fields.skip()
            }
            fields.warn(
                .unsupported,
                "\(FieldReader.quoted(name)) is not supported; the attachment is visible")
        }
    }

    private mutating func readKind(_ fields: inout FieldReader) {
        guard let word = fields.line() else { return }
        hasKind = true
        attachment.unknownKind = nil
        switch word.lowercased() {
        case "photo", "picture": attachment.kind = .image
        case "voice_message", "voice_note", "ptt": attachment.kind = .voice
        case "animation": attachment.kind = .gif
        case "document": attachment.kind = .file
        case let name:
            if let kind = Attachment.Kind(rawValue: name) {
                attachment.kind = kind
                return
            }
            attachment.kind = .file
            attachment.unknownKind = word
            fields.warn(.unknownKind, "the kind \(FieldReader.quoted(word)) is unknown")
        }
    }
}

extension Attachment {
    /// Takes what another export knows of the same file, besides its data.
    package mutating func complete(with other: Attachment) {
        var draft = AttachmentDraft(self)
        AttachmentDraft.fields.complete(&draft, with: AttachmentDraft(other))
        draft.attachment.card = draft.card == Card() ? nil : draft.card
        self = draft.attachment
    }
}

extension AttachmentDraft {
    init(_ attachment: Attachment) {
        self.attachment = attachment
        card = attachment.card ?? Card()
    }

    /// The kind also depends on the data.
    func finished(_ fields: inout FieldReader) -> Attachment {
        var attachment = attachment
        attachment.card = card == Card() ? nil : card
        fields.settle(&attachment, hasKind: hasKind, hasPoster: poster != nil)
        attachment.media = poster ?? attachment.media
        return attachment
    }
}

extension Card.Button: FieldObject {
    init() { self.init(text: "") }

    static let fields: Fields<Self> = [
        Field(
            "text", \.text, .line, "Label of the button.", examples: ["Review"],
            also: ["title", "label"]),
        Field(
            "url", optional: \.url, .url, "Link target of the button.",
            examples: ["https://example.com/2"]),
    ]
}

extension FieldSyntax where Value == Card.Button {
    fileprivate static var button: FieldSyntax {
        part(or: [.string]) { fields in fields.line().map { Card.Button(text: $0) } }
    }
}

extension FieldSyntax where Value == String {
    /// A SHA-256 digest in hexadecimal.
    fileprivate static var digest: FieldSyntax {
        FieldSyntax(
            .other(["type": ["string", "null"], "pattern": "^[0-9A-Fa-f]{64}$"]),
            put: { $0.json.member($1, $2) },
            read: { fields, _ in
                guard let digits = fields.line()?.lowercased() else { return nil }
                let isDigest =
                    digits.utf8.count == 64
                    && digits.utf8.allSatisfy { Hexadecimal.value($0) != nil }
                if !isDigest { fields.warn(.ignoredValue, "the value is not a SHA-256 digest") }
                return isDigest ? digits : nil
            })
    }
}

extension FieldSyntax where Value == [Float] {
    fileprivate static var samples: FieldSyntax {
        FieldSyntax(
            .list(.other(["type": ["number", "null"], "minimum": 0])),
            put: { if !$2.isEmpty { $0.json.member($1, $2.map(Double.init)) } },
            complete: { if $0.isEmpty { $0 = $1 } },
            read: { fields, old in
                guard fields.beginArray() else { return nil }
                var samples = old ?? []
                while fields.nextElement() {
                    if let sample = fields.double(0...1e9) { samples.append(Float(sample)) }
                }
                return samples
            })
    }
}
