import Basics

/// The pictures and sounds of a request, decoded and counted once, then referred to by index.
struct MediaStore {
    fileprivate(set) var media: [MediaFile] = []
    fileprivate var bytes = 0
    fileprivate let files: FileLookup
    /// The index of each file by name: files that several messages show are stored once.
    fileprivate var shelved: [String: MediaIndex] = [:]

    init(files: FileLookup) { self.files = files }

    /// The names of the files in use.
    var names: Set<String> { Set(shelved.keys) }

    /// The source of a media item in a request.
    enum Source {
        case media(MediaIndex)
        /// A file that was not sent, or that is empty.
        case missing(name: String?)
        case remote(url: String)
    }

    /// Marks a media item as a file that is not drawn.
    mutating func keepAsFile(_ index: MediaIndex) { media[index].isPicture = false }
}

/// A `src` while it is read.
private struct SourceDraft: FieldObject {
    var source: MediaStore.Source?

    static let fields: Fields<SourceDraft> = [
        Field(
            "data", .text, "The bytes in standard or URL-safe Base64, or as a data: URI.",
            examples: ["iVBORw0KGgo…"], accepting: ["base64"]
        ) { (fields, draft) throws(ConversationError) in
            draft.source = try fields.sourceData() ?? draft.source
        },
        Field(
            "file", .text, "Name of a multipart part or of an archive entry.",
            examples: ["beach.jpg"]
        ) { (fields, draft) throws(ConversationError) in
            if let name = try fields.line() { draft.source = try fields.file(name) }
        },
        Field(
            "url", .text, "Never fetched: a placeholder is drawn, with a warning.",
            examples: ["https://example.com/beach.jpg"]
        ) { (fields, draft) throws(ConversationError) in
            guard try fields.peek() == .string else {
                if try !fields.isNull() { try fields.rejectType([.string]) }
                return
            }
            draft.source = try fields.sourceText() ?? draft.source
        },
    ]
    static let ignored = ["type", "media_type", "mime_type", "mime", "detail"]
}

extension FieldShape {
    /// The source of media, as the schema defines it.
    static var source: FieldShape {
        .part(SourceDraft.fields.declarations(), or: [.text], needing: [])
    }
}

extension FieldReader {
    /// Reads a `src`: an object with `data`, `file` or `url`, or a string that is a data URI, an
    /// address or a file name.
    mutating func source() throws(ConversationError) -> MediaStore.Source? {
        guard try peek() == .object else {
            guard try peek() == .string else {
                if try !isNull() { try rejectType([.object, .string]) }
                return nil
            }
            return try sourceText()
        }
        var draft = SourceDraft()
        guard try object(into: &draft) else { return nil }
        return draft.source ?? empty()
    }

    /// Warns about empty media, which is treated like a missing file.
    private mutating func empty() -> MediaStore.Source {
        warn(.missingMedia, "the media is empty")
        return .missing(name: nil)
    }

    /// Reads a string that contains the data or refers to it.
    mutating func sourceText() throws(ConversationError) -> MediaStore.Source? {
        let text = try bytesOfString()
        if text.starts(with: "data:".utf8) { return try decoded(text) }
        let name = FieldReader.excerpt(String(decoding: text.prefix(2048), as: UTF8.self))
        guard !name.isEmpty else { return empty() }
        if name.contains("://") || name.hasPrefix("//") {
            warn(.remoteMedia, "\(FieldReader.quoted(name)) is not fetched; send its bytes")
            return .remote(url: name)
        }
        return try file(String(decoding: text.prefix(4096), as: UTF8.self))
    }

    /// Reads base64, bare or as a data URI.
    mutating func sourceData() throws(ConversationError) -> MediaStore.Source? {
        guard try peek() == .string else {
            if try !isNull() { try rejectType([.string]) }
            return nil
        }
        return try decoded(bytesOfString())
    }

    fileprivate mutating func file(
        _ name: String
    ) throws(ConversationError) -> MediaStore.Source {
        if let index = mediaStore.shelved[name] { return .media(index) }
        if let size = mediaStore.files.size(of: name), size > limits.mediaBytes {
            try rejectLength(size)
            return .missing(name: name)
        }
        guard let bytes = mediaStore.files[name] else {
            warn(.missingMedia, "\(FieldReader.quoted(name)) is not among the files sent")
            return .missing(name: name)
        }
        guard case .media(let index)? = try add(bytes) else {
            return .missing(name: name)
        }
        mediaStore.shelved[name] = index
        mediaStore.media[index].name = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
        return .media(index)
    }

    private mutating func bytesOfString() throws(ConversationError) -> ArraySlice<UInt8> {
        do { return try json.stringBytes() ?? [] } catch { throw .json(error) }
    }

    private mutating func decoded(
        _ text: ArraySlice<UInt8>
    ) throws(ConversationError) -> MediaStore.Source? {
        var data = text
        var start = 0
        if text.starts(with: "data:".utf8) {
            // RFC 2397: data:[type][;base64],data
            guard let comma = text.prefix(1024).firstIndex(of: UInt8(ascii: ",")),
                text[..<comma].suffix(7).elementsEqual(";base64".utf8)
            else {
                try reject(.malformedBase64(offset: 0))
                return nil
            }
            data = text[(comma + 1)...]
            start = data.startIndex - text.startIndex
        }
        guard budget.reserve(min(data.count / 4 * 3, limits.mediaBytes)) else {
            throw .stopped
        }
        let bytes: [UInt8]
        do throws(Base64.Failure) {
            bytes = try Base64.decode(data, limit: limits.mediaBytes)
        } catch let failure {
            switch failure {
            case .malformed(let offset):
                try reject(.malformedBase64(offset: start + offset))
            case .tooLong:
                let padding = data.reversed().prefix { $0 == UInt8(ascii: "=") }.count
                try rejectLength((data.count - padding) * 3 / 4)
            }
            return nil
        }
        return try add(bytes)
    }

    private mutating func add(
        _ bytes: [UInt8]
    ) throws(ConversationError) -> MediaStore.Source? {
        guard !bytes.isEmpty else { return empty() }
        guard bytes.count <= limits.mediaBytes else {
            try rejectLength(bytes.count)
            return nil
        }
        mediaStore.bytes += bytes.count
        guard mediaStore.bytes <= limits.totalMediaBytes else {
            throw .tooMany(
                .totalMediaBytes, limit: limits.totalMediaBytes, pointer: pointer)
        }
        mediaStore.media.append(MediaFile(bytes: bytes, pointer: pointer))
        return .media(mediaStore.media.count - 1)
    }

    private mutating func rejectLength(_ count: Int) throws(ConversationError) {
        try reject(
            .tooLong(actual: count, limit: limits.mediaBytes, setting: .mediaBytes))
    }
}
