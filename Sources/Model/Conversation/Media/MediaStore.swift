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
        ) { fields, draft in draft.source = fields.sourceData() ?? draft.source },
        Field(
            "file", .text, "Name of a multipart part or of an archive entry.",
            examples: ["beach.jpg"]
        ) { fields, draft in
            if let name = fields.line() { draft.source = fields.file(name) }
        },
        Field(
            "url", .text, "Never fetched: a placeholder is drawn, with a warning.",
            examples: ["https://example.com/beach.jpg"]
        ) { fields, draft in
            guard fields.peek() == .string else {
                if !fields.isNull() { fields.rejectType([.string]) }
                return
            }
            draft.source = fields.sourceText() ?? draft.source
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
    mutating func source() -> MediaStore.Source? {
        guard peek() == .object else {
            guard peek() == .string else {
                if !isNull() { rejectType([.object, .string]) }
                return nil
            }
            return sourceText()
        }
        var draft = SourceDraft()
        guard object(into: &draft) else { return nil }
        return draft.source ?? empty()
    }

    /// Warns about empty media, which is treated like a missing file.
    private mutating func empty() -> MediaStore.Source {
        warn(.missingMedia, "the media is empty")
        return .missing(name: nil)
    }

    /// Reads a string that contains the data or refers to it.
    mutating func sourceText() -> MediaStore.Source? {
        let text = bytesOfString()
        if text.starts(with: "data:".utf8) { return decoded(text) }
        let name = FieldReader.excerpt(String(decoding: text.prefix(2048), as: UTF8.self))
        guard !name.isEmpty else { return empty() }
        if name.contains("://") || name.hasPrefix("//") {
            warn(.remoteMedia, "\(FieldReader.quoted(name)) is not fetched; send its bytes")
            return .remote(url: name)
        }
        return file(String(decoding: text.prefix(4096), as: UTF8.self))
    }

    /// Reads base64, bare or as a data URI.
    mutating func sourceData() -> MediaStore.Source? {
        guard peek() == .string else {
            if !isNull() { rejectType([.string]) }
            return nil
        }
        return decoded(bytesOfString())
    }

    fileprivate mutating func file(_ name: String) -> MediaStore.Source {
        if let index = mediaStore.shelved[name] { return .media(index) }
        if let size = mediaStore.files.size(of: name), size > limits.mediaBytes {
            reject(tooLong(size))
            return .missing(name: name)
        }
        guard let bytes = mediaStore.files[name] else {
            warn(.missingMedia, "\(FieldReader.quoted(name)) is not among the files sent")
            return .missing(name: name)
        }
        guard case .media(let index)? = add(bytes) else {
            return .missing(name: name)
        }
        mediaStore.shelved[name] = index
        mediaStore.media[index].name = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
        return .media(index)
    }

    private mutating func bytesOfString() -> ArraySlice<UInt8> {
        read { (json) throws(JSONError) in try json.stringBytes() } ?? []
    }

    private mutating func decoded(_ text: ArraySlice<UInt8>) -> MediaStore.Source? {
        var data = text
        var start = 0
        if text.starts(with: "data:".utf8) {
            // RFC 2397: data:[type][;base64],data
            guard let comma = text.prefix(1024).firstIndex(of: UInt8(ascii: ",")),
                text[..<comma].suffix(7).elementsEqual(";base64".utf8)
            else { return reject(.malformedBase64(offset: 0)) }
            data = text[(comma + 1)...]
            start = data.startIndex - text.startIndex
        }
        guard budget.reserve(min(data.count / 4 * 3, limits.mediaBytes)) else {
            stop(.stopped)
            return nil
        }
        let bytes: [UInt8]
        do throws(Base64.Failure) {
            bytes = try Base64.decode(data, limit: limits.mediaBytes)
        } catch let failure {
            switch failure {
            case .malformed(let offset):
                reject(.malformedBase64(offset: start + offset))
            case .tooLong:
                let padding = data.reversed().prefix { $0 == UInt8(ascii: "=") }.count
                reject(tooLong((data.count - padding) * 3 / 4))
            }
            return nil
        }
        return add(bytes)
    }

    private mutating func add(_ bytes: [UInt8]) -> MediaStore.Source? {
        guard !bytes.isEmpty else { return empty() }
        guard bytes.count <= limits.mediaBytes else { return reject(tooLong(bytes.count)) }
        mediaStore.bytes += bytes.count
        guard mediaStore.bytes <= limits.totalMediaBytes else {
            stop(.tooMany(.totalMediaBytes, limit: limits.totalMediaBytes, pointer: pointer))
            return nil
        }
        mediaStore.media.append(MediaFile(bytes: bytes, pointer: pointer))
        return .media(mediaStore.media.count - 1)
    }

    private func tooLong(_ count: Int) -> FieldFault.Reason {
        .tooLong(actual: count, limit: limits.mediaBytes, setting: .mediaBytes)
    }
}
