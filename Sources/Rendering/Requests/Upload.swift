package import Conversation
import Importing

/// The parts of a caller's body: a conversation or an export, and files beside it.
package struct Upload: Sendable {
    package let bytes: [UInt8]
    package let files: FileLookup
    /// The files are an export of their own, and there are no bytes beside them.
    package let isFolder: Bool
    /// There are no bytes in memory: the file lies among the others, under its name.
    package let isLarge: Bool
    /// The file's name on the caller's machine, by which some formats are recognised.
    package let filename: String?
    /// The caller declares it as JSON, which nobody does by accident.
    package let isDeclaredJSON: Bool

    package init(
        _ bytes: [UInt8], files: FileLookup = .none, filename: String? = nil,
        isDeclaredJSON: Bool = false
    ) {
        self.bytes = bytes
        self.files = files
        isFolder = false
        isLarge = false
        self.filename = filename
        self.isDeclaredJSON = isDeclaredJSON
    }

    /// A folder of the machine that a command runs on; a service has none.
    package init(folder files: FileLookup, name: String) {
        bytes = []
        self.files = files
        filename = name
        isFolder = true
        isLarge = false
        isDeclaredJSON = false
    }

    /// A large file of the machine that a command runs on, which is read as it lies.
    package init(file name: String, in files: FileLookup) {
        bytes = []
        self.files = files
        filename = name
        isFolder = false
        isLarge = true
        isDeclaredJSON = false
    }

    /// Uploads below this size step ahead of large ones.
    package static let smallBytes = 128 << 10

    package var isSmall: Bool { !isFolder && !isLarge && bytes.count <= Self.smallBytes }

    /// Whether a file that begins so cannot be read as it lies.
    package static func needsMemory(_ head: [UInt8]) -> Bool { Export.needsMemory(head) }

    /// The same with all of its bytes in memory.
    package func inMemory() throws(JobError) -> Upload {
        guard isLarge, let filename else { return self }
        guard let bytes = files[filename] else {
            throw .unreadable(file: filename)
        }
        return Upload(bytes, files: files, filename: filename)
    }

    /// A body is JSON by its first byte, whatever its type says (`curl -d` calls everything a
    /// form), or by its type: what is wrong with it is then told at its place.
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
