package import Conversation
import Resources

/// An export to read: a file as its program wrote it, a ZIP, or a folder.
package struct Export: Sendable {
    /// Empty for a folder.
    let bytes: [UInt8]
    /// The file's or folder's name, by which some formats are recognised.
    package let name: String?
    /// The files beside the export, or all files in the folder.
    let files: FileLookup
    let isFolder: Bool
    /// The file is not in memory, but one of `files`.
    let isLarge: Bool

    package init(_ bytes: [UInt8], name: String? = nil, beside files: FileLookup = .none) {
        self.bytes = bytes
        self.name = name
        self.files = files
        isFolder = false
        isLarge = false
    }

    /// A file that is read as it lies among others.
    package init(file name: String, in files: FileLookup) {
        bytes = []
        self.name = name
        self.files = files
        isFolder = false
        isLarge = true
    }

    /// Whether a file that begins so is unpacked from memory: a tape archive has no directory.
    package static func needsMemory(_ head: [UInt8]) -> Bool { TarArchive.isArchive(head) }

    /// The bytes of what is no folder.
    var pieces: Pieces {
        guard isLarge, let name else { return Pieces(bytes) }
        let files = files
        return Pieces(count: size) { files.range(of: name, $0) }
    }

    package init(folder files: FileLookup, name: String?) {
        bytes = []
        self.name = name
        self.files = files
        isFolder = true
        isLarge = false
    }

    /// About how many bytes one reading costs.
    var size: Int {
        if isLarge { return name.flatMap { files.size(of: $0) } ?? 0 }
        guard isFolder else { return bytes.count }
        return files.names.lazy.filter { Probe.isReadable($0) }
            .reduce(0) { $0 + (files.size(of: $1) ?? 0) }
    }
}
