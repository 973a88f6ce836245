import Basics
package import Model

/// An export to read: a file as its program wrote it, a ZIP, or a folder.
package struct Export: Sendable {
    /// The contents of a file held in memory; empty for a folder.
    let bytes: [UInt8]
    /// The name of the file or folder. Some formats are recognized by it.
    let name: String?
    /// The files in the same folder as the export, or all files in the folder.
    let files: FileLookup
    let isFolder: Bool
    /// Whether the export is one of `files`, read from there instead of from memory.
    let isLarge: Bool

    package init(_ bytes: [UInt8], name: String? = nil, beside files: FileLookup = .none) {
        self.bytes = bytes
        self.name = name
        self.files = files
        isFolder = false
        isLarge = false
    }

    /// Creates an export that is one of `files`, read in ranges instead of as a whole.
    package init(file name: String, in files: FileLookup) {
        bytes = []
        self.name = name
        self.files = files
        isFolder = false
        isLarge = true
    }

    /// Returns whether a file with this beginning must be unpacked in memory: a tar archive has no
    /// directory.
    package static func needsMemory(_ head: [UInt8]) -> Bool { TarArchive.isArchive(head) }

    /// The contents of the file; empty for a folder.
    var pieces: ByteSource {
        guard isLarge, let name else { return ByteSource(bytes) }
        let files = files
        return ByteSource(count: size) { files.range(of: name, $0) }
    }

    package init(folder files: FileLookup, name: String?) {
        bytes = []
        self.name = name
        self.files = files
        isFolder = true
        isLarge = false
    }

    /// The approximate number of bytes that one reading of the export costs.
    var size: Int {
        if isLarge { return name.flatMap { files.size(of: $0) } ?? 0 }
        guard isFolder else { return bytes.count }
        return files.names.lazy.filter { Probe.isReadable($0) }
            .reduce(0) { $0 + (files.size(of: $1) ?? 0) }
    }
}
