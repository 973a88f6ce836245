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

    enum Source {
        case media(MediaIndex)
        /// A file that was not sent, or that is empty.
        case missing(name: String?)
        case remote(url: String)
    }

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
    static var source: FieldShape {
        .part(SourceDraft.fields.declarations(), or: [.text], needing: [])
    }
}

extension FieldReader {
    /// An object with `data`, `file` or `url`, or a string: a data URI, an address or a file name.
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

    /// A string that contains the data or refers to it.
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

    /// Base64, bare or as a data URI.
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

/// The files that came with a conversation or an export, by name: form parts, or the contents of a
/// folder, which are read on demand.
package struct FileLookup: Sendable {
    /// Whether exactly these files were sent. Files that are only in the same folder are found by
    /// path alone: another chat's picture may have the same file name.
    package let isSent: Bool
    /// Problems with the files, reported as warnings.
    package let oddities: [String]
    private let list: @Sendable () -> [String]
    private let failed: @Sendable () -> Bool
    private let sizeOf: @Sendable (String) -> Int?
    private let readFile: @Sendable (_ name: String, _ range: Range<Int>) -> [UInt8]?

    package init(
        names: @autoclosure @escaping @Sendable () -> [String], oddities: [String] = [],
        isSent: Bool = false, failed: @escaping @Sendable () -> Bool = { false },
        size: @escaping @Sendable (String) -> Int?,
        read: @escaping @Sendable (_ name: String, _ range: Range<Int>) -> [UInt8]?
    ) {
        list = names
        self.failed = failed
        self.oddities = oddities
        self.isSent = isSent
        sizeOf = size
        readFile = read
    }

    package init(_ files: [String: [UInt8]]) {
        let names = files.keys.sorted()
        self.init(
            names: names, isSent: true, size: { files[$0]?.count },
            read: { name, range in
                files[name].map { file in
                    let range = range.clamped(to: file.indices)
                    return range == file.indices ? file : Array(file[range])
                }
            })
    }

    package static let none = FileLookup([:])

    /// A large folder takes time to list; a file with a known path is found without a list.
    package var names: [String] { list() }

    /// Whether names were asked for and could not be listed.
    package var hasFailed: Bool { failed() }

    package subscript(name: String) -> [UInt8]? { readFile(name, 0..<Int.max) }

    package func size(of name: String) -> Int? { sizeOf(name) }

    package func prefix(of name: String, count: Int) -> [UInt8] { readFile(name, 0..<count) ?? [] }

    /// The existing part of the range, or nil if there is no such file.
    package func range(of name: String, _ range: Range<Int>) -> [UInt8]? { readFile(name, range) }
}

extension Conversation {
    /// Removes pictures and records the reason in the messages that show them. Other places that
    /// use the pictures show nothing instead.
    package mutating func dropPictures(_ reasons: [MediaIndex: String]) -> [Warning] {
        var warnings: [Warning] = []
        for index in reasons.keys { media[index].bytes = [] }
        for message in messages.indices {
            for place in messages[message].attachments.indices {
                let attachment = messages[message].attachments[place]
                guard let index = attachment.media, let reason = reasons[index] else { continue }
                messages[message].attachments[place].media = nil
                messages[message].attachments[place].omitted = reason
                let name = attachment.name.map(FieldReader.excerpt) ?? "a picture"
                warnings.append(
                    Warning(
                        .missingMedia, at: "/messages/\(message)/attachments/\(place)",
                        "\(name): \(reason)"))
            }
        }
        return warnings
    }
}
