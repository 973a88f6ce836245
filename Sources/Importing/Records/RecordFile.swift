import Conversation
import Markup

/// A file that a record names, before anybody looks for it.
struct RecordFile {
    enum Place {
        /// The path that the export gives, from which the file is looked for.
        case path(String)
        /// The picture itself, as a `data:` address.
        case address(String)
        /// The reason why the file is not there.
        case missing(String)
    }

    /// The reason for a file that the export names and does not hold.
    static let absent = "not in the export"

    var attachment: Attachment
    var place: Place
    /// The path of a small picture that replaces the file where it is no picture or not there.
    var poster: String?

    init(_ attachment: Attachment, at place: Place = .missing(absent), poster: String? = nil) {
        self.attachment = attachment
        self.place = place
        self.poster = poster
    }

    /// A file of the kind that its name and type say.
    init(named name: String?, mime: String? = nil, at place: Place = .missing(absent)) {
        self.init(Attachment(kind: FileKind.kind(name: name, mime: mime)), at: place)
        attachment.name = name.map(CleanText.line)
    }

    /// A picture whose bytes are in the text, or an address outside of the export.
    init(picture address: String) { self.init(Attachment(kind: .image), at: .address(address)) }
}

extension ConversationBuilder {
    /// Looks for a file in the export, and returns what a message shows of it.
    mutating func attachment(
        of file: RecordFile, from sources: inout SourceFiles, document: String = ""
    ) throws(ImportError) -> Attachment {
        var attachment = file.attachment
        switch file.place {
        case .path(let path):
            try attach(path, to: &attachment, from: &sources, document: document)
        case .address(let address):
            attachment.media = try DataURI.picture(address, of: "a message", in: &self)
            if attachment.media == nil { miss(&attachment, RecordFile.absent) }
        case .missing(let reason): miss(&attachment, reason)
        }
        if attachment.media == nil, let poster = file.poster {
            try self.poster(poster, to: &attachment, from: &sources, document: document)
        }
        return attachment
    }

    mutating func attachments(
        of files: [RecordFile], from sources: inout SourceFiles, document: String = ""
    ) throws(ImportError) -> [Attachment] {
        var attachments: [Attachment] = []
        for file in files {
            attachments.append(try attachment(of: file, from: &sources, document: document))
        }
        return attachments
    }
}
