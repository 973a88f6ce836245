package import Basics
import Importing
package import Model

/// The parts of a caller's body: a conversation or an export, and its files.
package struct Upload: Sendable {
    package let bytes: [UInt8]
    let files: FileLookup
    /// Whether the files themselves are an export, without any bytes beside them.
    let isFolder: Bool
    /// Whether the bytes are not in memory; the file is then one of `files`, under its name.
    let isLarge: Bool
    /// The file's name on the caller's machine; some formats are recognized by it.
    let filename: String?
    /// Whether the caller declares the body as JSON, which does not happen by accident.
    let isDeclaredJSON: Bool
    /// The other parts of a form.
    let parts: [Part]

    /// The names of the form parts that hold the conversation or export, by precedence.
    package static let mainParts = ["conversation", "file", "export"]

    package struct Part: Sendable {
        /// The names by which the part is one of the files, its own first.
        let names: [String]
        /// Whether the part has a file name; a value of a form has none.
        let isFile: Bool

        package init(names: [String], isFile: Bool) {
            self.names = names
            self.isFile = isFile
        }
    }

    package init(
        _ bytes: [UInt8], files: FileLookup = .none, filename: String? = nil,
        isDeclaredJSON: Bool = false, parts: [Part] = []
    ) {
        self.parts = parts
        self.bytes = bytes
        self.files = files
        isFolder = false
        isLarge = false
        self.filename = filename
        self.isDeclaredJSON = isDeclaredJSON
    }

    /// Creates an upload from a local folder. Only the command does this, not the service.
    init(folder files: FileLookup, name: String) {
        bytes = []
        self.files = files
        filename = name
        isFolder = true
        isLarge = false
        isDeclaredJSON = false
        parts = []
    }

    /// Creates an upload from a large local file, which is read piece by piece.
    init(file name: String, in files: FileLookup) {
        bytes = []
        self.files = files
        filename = name
        isFolder = false
        isLarge = true
        isDeclaredJSON = false
        parts = []
    }

    /// Uploads with up to this much text, about a thousand messages, take precedence over large
    /// ones.
    package static let smallBytes = 128 << 10
    /// A byte of a picture costs a fraction of a byte of text: a photo in a body of 720 KB took
    /// 27 ms, messages of that size two seconds.
    package static let mediaShare = 16
    /// The length from which text without a mark counts as base64.
    private static let minBase64 = 1_024

    package var isSmall: Bool {
        !isFolder && !isLarge && Self.work(of: bytes[...]) <= Self.smallBytes
    }

    /// Estimates the work of reading and drawing a body, in bytes of text. Bodies that are large
    /// even if they are all base64 are not read.
    package static func work(of body: ArraySlice<UInt8>) -> Int {
        guard body.count > smallBytes, body.count <= smallBytes * mediaShare else {
            return body.count
        }
        var (work, start) = (0, body.startIndex)
        func run(upTo end: Int) -> Int {
            let count = end - start
            return count >= minBase64 ? count / mediaShare : count
        }
        for index in body.indices where !isBase64(body[index]) {
            work += run(upTo: index) + 1
            if work > smallBytes { return work }
            start = index + 1
        }
        return work + run(upTo: body.endIndex)
    }

    /// Includes the alphabet of URLs, and `\`, which some programs write before a slash.
    private static func isBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "\\"):
            true
        default: ASCII.isAlphanumeric(byte)
        }
    }

    /// Whether a file with this beginning cannot be read piece by piece.
    static func needsMemory(_ head: [UInt8]) -> Bool { Export.needsMemory(head) }

    /// Whether the files are pictures, videos, audio or contacts, judged by their names.
    package var holdsOnlyMedia: Bool {
        (isFolder ? files.names : [filename ?? ""]).allSatisfy { FileKind.isMedia($0) }
    }

    /// Returns the upload with all of its bytes in memory.
    package func inMemory() throws(Explanation) -> Upload {
        guard isLarge, let filename else { return self }
        guard let bytes = files[filename] else {
            throw .unreadable(filename)
        }
        return Upload(bytes, files: files, filename: filename)
    }

    /// Whether the body is JSON by its first byte, whatever its type says (`curl -d` calls
    /// everything a form), or by its type. Errors are then reported with their position.
    var looksLikeJSON: Bool {
        if isDeclaredJSON { return true }
        var rest = (isLarge ? files.prefix(of: filename ?? "", count: 4_096) : bytes)[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        guard let first = rest.first(where: { $0 != 0x20 && ($0 < 0x09 || $0 > 0x0D) }) else {
            return true
        }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
