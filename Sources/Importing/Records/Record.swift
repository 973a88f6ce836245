import Model

/// One entry of an export as its format's reader understands it: people by key, files by path.
/// `ConversationBuilder` looks them up and adds the message.
struct Record {
    /// A participant as one entry describes them.
    struct Person {
        /// The ID that all entries of this person share.
        var key: String
        var name: String?
        var handle: String?
        var role: String?
        var color: UInt32?
        /// The path of a picture, in the export or in the folder of the record's file.
        var avatar: String?
        var isMe = false
    }

    var message = Message()
    /// The sender. A notice has none: its event names people, but they still take part in the chat.
    var sender: Person?
    var files: [RecordFile] = []
    /// The path of the picture of the link's preview, in the export or beside the record's file.
    var linkPicture: String?
    /// The paths of the pictures of custom emoji in the text, which are also the names of the emoji.
    var emoji: [String] = []
    /// The paths of the pictures of custom emoji, by the index of the reaction.
    var reactionPictures: [Int: String] = [:]
    /// Another ID of the message, by which replies refer to it.
    var otherID: String?
    /// Whether the entry is a message. Otherwise it only counts as read.
    var isShown = true
    /// Whether the entry is the next part of the previous message, as in an album.
    var continuesLast = false

    // Inlined: otherwise each record is copied once more.
    @inline(__always)
    init(_ id: String? = nil, at time: Moment?, from sender: Person? = nil) {
        message.id = id
        message.at = time
        self.sender = sender
    }

    var isEmpty: Bool { message.body.isEmpty && files.isEmpty }

    /// Turns the entry into a notice, such as "Ana joined".
    mutating func becomeNotice(
        _ action: SystemAction, by actors: [String] = [], to targets: [String] = [],
        text: String? = nil
    ) {
        message.kind = .system
        message.details.system = SystemEvent(action, by: actors, to: targets)
        if let text { message.body = Body.plain(text) }
    }

    mutating func becomeCall(_ call: Call) {
        message.kind = .call
        message.details.call = call
    }
}

extension ConversationBuilder {
    /// Adds an entry, with its sender and its files.
    mutating func add(_ record: consuming Record, document: String = "") throws(ImportError) {
        beginEntry(at: record.message.at)
        try add(part: consume record, document: document)
    }

    /// Adds the current entry, or one of its messages.
    mutating func add(
        part record: consuming Record, document: String = ""
    ) throws(ImportError) {
        // Moved: a copy of each message takes a twentieth of an import.
        var message = Message()
        swap(&message, &record.message)
        if let sender = record.sender {
            let index = try participant(sender, document: document)
            if message.kind != .system { message.from = index }
        }
        if let other = record.otherID, let id = message.id { alias(other, id) }
        guard record.isShown else { return }
        message.attachments = try attachments(of: record.files, document: document)
        for file in record.files where file.isContactCard {
            message.details.contact = try contact(in: file, document: document)
        }
        if let path = record.linkPicture {
            message.details.link?.picture = try picture(path, document: document)
        }
        for name in record.emoji { try list(emoji: name, document: document) }
        for (index, path) in record.reactionPictures.sorted(by: { $0.key < $1.key }) {
            message.details.reactions[index].picture = try picture(path, document: document)
        }
        if record.continuesLast {
            try extendLast(with: message)
        } else {
            try append(message)
        }
    }

    /// Returns the participant with a person's key, with everything that the person states.
    @discardableResult
    mutating func participant(
        _ person: Record.Person, document: String = ""
    ) throws(ImportError) -> ParticipantIndex {
        let count = conversation.participants.count
        let index = try participant(person.key, name: person.name)
        let isNew = index == count
        if let handle = person.handle, handle != conversation.participants[index].handle {
            conversation.participants[index].handle = CleanText.line(handle)
        }
        if let role = person.role { conversation.participants[index].role = role }
        if let color = person.color { conversation.participants[index].color = color }
        if isNew, let path = person.avatar {
            try avatar(path, of: index, document: document)
        }
        if person.isMe { setMe(index) }
        return index
    }

    /// Sets the facts that the export states about the chat.
    ///
    /// - Parameter isGroup: nil if the export does not state it.
    mutating func begin(title: String?, subtitle: String? = nil, isGroup: Bool?) {
        conversation.title = title.map(CleanText.line)
        conversation.subtitle = subtitle.map(CleanText.line)
        guard let isGroup else { return }
        conversation.kind = isGroup ? .group : .direct
        isKindKnown = true
    }

    mutating func setMe(key: String?) {
        if let key, let me = known(key) { setMe(me) }
    }
}

/// A file that a record names, not yet looked up.
struct RecordFile {
    enum Place {
        /// The path in the export.
        case path(String)
        /// The path in the export, or in the folder of the record's file.
        case beside(String)
        /// The same for a path that ends with a hash instead of the file's name.
        case hashed(String)
        /// The path in the export of a file that Signal encrypted with a key of its own.
        case sealed(String, SignalSeal)
        /// The path of a picture of a card, which has no such picture if the export lacks the file.
        case optional(String)
        /// The picture itself, as a `data:` URI.
        case address(String)
        /// The file itself.
        case bytes([UInt8])
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
    /// Whether the message shows the contact in this file.
    var isContactCard = false

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
        of file: RecordFile, document: String = ""
    ) throws(ImportError) -> Attachment {
        var attachment = file.attachment
        switch file.place {
        case .path(let path): try attach(path, to: &attachment)
        case .beside(let path):
            try attach(path, to: &attachment, document: document)
        case .hashed(let path):
            try attach(path, to: &attachment, document: document)
            attachment.name = file.attachment.name
        case .sealed(let path, let seal):
            let path = sources.resolve(path) ?? path
            try seal.open(path, in: sources)
            try attach(path, to: &attachment)
            attachment.name = file.attachment.name
        case .address(let address):
            attachment.media = try DataURI.picture(address, of: "a message", in: &self)
            if attachment.media == nil { miss(&attachment, RecordFile.absent) }
        case .bytes(let bytes):
            attachment.size = bytes.count
            if bytes.count <= options.limits.mediaBytes, FileSignature.isPicture(bytes) {
                attachment.media = try store(bytes, name: "")
            } else {
                try hold(bytes, for: &attachment)
            }
        case .missing(let reason): miss(&attachment, reason)
        case .nothing, .optional: break
        }
        if attachment.media == nil, let poster = file.poster() {
            try self.poster(poster, to: &attachment, document: document)
        }
        return attachment
    }

    /// Reads the contact in a file. Returns one with the file's name if that is not possible.
    private func contact(
        in file: RecordFile, document: String
    ) throws(ImportError) -> Contact {
        if case .beside(let path) = file.place,
            let name = sources.resolve(path, from: document),
            case .bytes(let bytes) = try sources.read(name), let contact = VCard.read(bytes)
        {
            return contact
        }
        return Contact(name: Path.stem(file.attachment.name ?? ""))
    }

    mutating func attachments(
        of files: [RecordFile], document: String = ""
    ) throws(ImportError) -> [Attachment] {
        var attachments: [Attachment] = []
        for file in files {
            guard case .optional(let path) = file.place else {
                attachments.append(try attachment(of: file, document: document))
                continue
            }
            var attachment = file.attachment
            attachment.media = try picture(path, document: document)
            if attachment.media != nil { attachments.append(attachment) }
        }
        return attachments
    }
}
