import Encodings
import JSON
import Resources

/// The pictures and sounds of a request, decoded and counted once, then referred to by index.
struct MediaStore {
    private(set) var media: [MediaFile] = []
    private var bytes = 0
    private let files: FileLookup
    /// The index of each file by name: files that several messages show are stored once.
    private var shelved: [String: MediaIndex] = [:]

    init(files: FileLookup) { self.files = files }

    /// The source of a media item in a request.
    enum Source {
        case media(MediaIndex)
        /// A file that was not sent, or that is empty.
        case missing(name: String?)
        case remote(url: String)
    }

    /// Reads a `src`: an object with `data`, `file` or `url`, or a string that is a data URI, an
    /// address or a file name.
    mutating func source(from fields: inout FieldReader) throws(ConversationError) -> Source? {
        guard try fields.peek() == .object else {
            guard try fields.peek() == .string else {
                if try !fields.isNull() { try fields.rejectType([.object, .string]) }
                return nil
            }
            return try source(fromText: &fields)
        }
        guard try fields.beginObject() else { return nil }
        var source: Source?
        while let key = try fields.nextKey() {
            switch key {
            case "data", "base64": source = try data(from: &fields) ?? source
            case "file": if let name = try fields.line() { source = try file(name, &fields) }
            case "url":
                guard try fields.peek() == .string else {
                    if try !fields.isNull() { try fields.rejectType([.string]) }
                    continue
                }
                source = try self.source(fromText: &fields) ?? source
            case "type", "media_type", "mime_type", "mime", "detail": try fields.skip()
            default: try fields.unknown(key)
            }
        }
        return source ?? empty(&fields)
    }

    /// Warns about empty media, which is treated like a missing file.
    private func empty(_ fields: inout FieldReader) -> Source {
        fields.warn(.missingMedia, "the media is empty")
        return .missing(name: nil)
    }

    /// Reads a string that contains the data or refers to it.
    mutating func source(fromText fields: inout FieldReader) throws(ConversationError) -> Source? {
        let text = try text(&fields)
        if text.starts(with: "data:".utf8) { return try decoded(text, &fields) }
        let name = FieldReader.excerpt(String(decoding: text.prefix(2048), as: UTF8.self))
        guard !name.isEmpty else { return empty(&fields) }
        if name.contains("://") || name.hasPrefix("//") {
            fields.warn(.remoteMedia, "\(FieldReader.quoted(name)) is not fetched; send its bytes")
            return .remote(url: name)
        }
        return try file(String(decoding: text.prefix(4096), as: UTF8.self), &fields)
    }

    /// Reads base64, bare or as a data URI.
    mutating func data(from fields: inout FieldReader) throws(ConversationError) -> Source? {
        guard try fields.peek() == .string else {
            if try !fields.isNull() { try fields.rejectType([.string]) }
            return nil
        }
        return try decoded(text(&fields), &fields)
    }

    private mutating func file(
        _ name: String, _ fields: inout FieldReader
    ) throws(ConversationError) -> Source {
        if let index = shelved[name] { return .media(index) }
        if let size = files.size(of: name), size > fields.limits.mediaBytes {
            try rejectLength(size, &fields)
            return .missing(name: name)
        }
        guard let bytes = files[name] else {
            fields.warn(.missingMedia, "\(FieldReader.quoted(name)) is not among the files sent")
            return .missing(name: name)
        }
        guard case .media(let index)? = try add(bytes, &fields) else {
            return .missing(name: name)
        }
        shelved[name] = index
        self.media[index].name = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
        return .media(index)
    }

    private func text(_ fields: inout FieldReader) throws(ConversationError) -> ArraySlice<UInt8> {
        do { return try fields.json.stringBytes() ?? [] } catch { throw .json(error) }
    }

    private mutating func decoded(
        _ text: ArraySlice<UInt8>, _ fields: inout FieldReader
    ) throws(ConversationError) -> Source? {
        var data = text
        var start = 0
        if text.starts(with: "data:".utf8) {
            // RFC 2397: data:[type][;base64],data
            guard let comma = text.prefix(1024).firstIndex(of: UInt8(ascii: ",")),
                text[..<comma].suffix(7).elementsEqual(";base64".utf8)
            else {
                try fields.reject(.malformedBase64(offset: 0))
                return nil
            }
            data = text[(comma + 1)...]
            start = data.startIndex - text.startIndex
        }
        guard fields.budget.reserve(min(data.count / 4 * 3, fields.limits.mediaBytes)) else {
            throw .stopped
        }
        let bytes: [UInt8]
        do throws(Base64.Failure) {
            bytes = try Base64.decode(data, limit: fields.limits.mediaBytes)
        } catch let failure {
            switch failure {
            case .malformed(let offset):
                try fields.reject(.malformedBase64(offset: start + offset))
            case .tooLong: try rejectLength(data.count / 4 * 3, &fields)
            }
            return nil
        }
        return try add(bytes, &fields)
    }

    private mutating func add(
        _ bytes: [UInt8], _ fields: inout FieldReader
    ) throws(ConversationError) -> Source? {
        guard !bytes.isEmpty else { return empty(&fields) }
        let limits = fields.limits
        guard bytes.count <= limits.mediaBytes else {
            try rejectLength(bytes.count, &fields)
            return nil
        }
        self.bytes += bytes.count
        guard self.bytes <= limits.totalMediaBytes else {
            throw .tooMany(
                .totalMediaBytes, limit: limits.totalMediaBytes, pointer: fields.pointer)
        }
        media.append(MediaFile(bytes: bytes, pointer: fields.pointer))
        return .media(media.count - 1)
    }

    /// Marks a media item as a file that is not drawn.
    mutating func keepAsFile(_ index: MediaIndex) { media[index].isPicture = false }

    private func rejectLength(
        _ count: Int, _ fields: inout FieldReader
    ) throws(ConversationError) {
        try fields.reject(
            .tooLong(actual: count, limit: fields.limits.mediaBytes, setting: .mediaBytes))
    }
}
