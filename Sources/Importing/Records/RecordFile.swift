import Model

/// A file that a record names, not yet looked up.
struct RecordFile {
    enum Place {
        /// The path in the export.
        case path(String)
        /// The path in the export, or in the folder of the record's file.
        case beside(String)
        /// The same for a path that ends with a hash instead of the file's name.
        case hashed(String)
        /// The picture itself, as a `data:` URI.
        case address(String)
        /// The reason why the file is missing.
        case missing(String)
        /// A card, which has no file.
        case nothing
    }

    /// The reason for a file that the export names but does not contain.
    static let absent = "not in the export"

    var attachment: Attachment
    var place: Place
    /// The path of a preview that replaces the file if it is missing or not a picture. Called only
    /// then, because a report lists the fields that were not read.
    var poster: () -> String? = { nil }

    init(_ attachment: Attachment, at place: Place = .missing(absent)) {
        self.attachment = attachment
        self.place = place
    }

    /// Creates a file of the kind that its name and MIME type indicate.
    init(named name: String?, mime: String? = nil, at place: Place = .missing(absent)) {
        self.init(Attachment(kind: FileKind.kind(name: name, mime: mime)), at: place)
        attachment.name = name.map(CleanText.line)
    }

    init(_ kind: Attachment.Kind, named name: String? = nil, at place: Place = .missing(absent)) {
        self.init(Attachment(kind: kind), at: place)
        attachment.name = name.map(CleanText.line)
    }

    /// Creates a card with an address that is safe to open, if it has one.
    init(card title: String, url: String? = nil) {
        self.init(Attachment(kind: .card), at: .nothing)
        attachment.title = CleanText.line(title)
        guard let url = url.flatMap(Link.url) else { return }
        attachment.card = Card()
        attachment.card?.url = url
    }

    /// Creates a picture from a `data:` URI, or from an address outside of the export.
    init(picture address: String) { self.init(Attachment(kind: .image), at: .address(address)) }
}

extension ConversationBuilder {
    mutating func attachment(
        of file: RecordFile, from sources: inout ExportFiles, document: String = ""
    ) throws(ImportError) -> Attachment {
        var attachment = file.attachment
        switch file.place {
        case .path(let path): try attach(path, to: &attachment, from: &sources)
        case .beside(let path):
            try attach(path, to: &attachment, from: &sources, document: document)
        case .hashed(let path):
            try attach(path, to: &attachment, from: &sources, document: document)
            attachment.name = file.attachment.name
        case .address(let address):
            attachment.media = try DataURI.picture(address, of: "a message", in: &self)
            if attachment.media == nil { miss(&attachment, RecordFile.absent) }
        case .missing(let reason): miss(&attachment, reason)
        case .nothing: break
        }
        if attachment.media == nil, let poster = file.poster() {
            try self.poster(poster, to: &attachment, from: &sources, document: document)
        }
        return attachment
    }

    mutating func attachments(
        of files: [RecordFile], from sources: inout ExportFiles, document: String = ""
    ) throws(ImportError) -> [Attachment] {
        var attachments: [Attachment] = []
        for file in files {
            attachments.append(try attachment(of: file, from: &sources, document: document))
        }
        return attachments
    }
}
