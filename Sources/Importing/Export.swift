package import Conversation

/// What is to be read: a file as its program wrote it, a ZIP of them, or a folder.
package struct Export: Sendable {
    /// Empty for a folder.
    let bytes: [UInt8]
    /// The file's or folder's name, by which some formats are recognised.
    package let name: String?
    /// What came beside the file, or all that is in the folder.
    let files: FileLookup
    let isFolder: Bool

    package init(_ bytes: [UInt8], name: String? = nil, beside files: FileLookup = .none) {
        self.bytes = bytes
        self.name = name
        self.files = files
        isFolder = false
    }

    package init(folder files: FileLookup, name: String?) {
        bytes = []
        self.name = name
        self.files = files
        isFolder = true
    }

    /// About how many bytes one reading costs.
    var size: Int {
        guard isFolder else { return bytes.count }
        return files.names.lazy.filter { Probe.isReadable($0) }
            .reduce(0) { $0 + (files.size(of: $1) ?? 0) }
    }
}
