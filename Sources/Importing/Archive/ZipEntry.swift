/// A file in an archive, as its directory describes it.
struct ZipEntry: Sendable, Equatable {
    let index: UInt64
    let name: String
    /// Bytes, unpacked and packed, as the directory says.
    let size: Int
    let packedSize: Int
    let isEncrypted: Bool

    /// Whether the name stays inside the archive: relative, without `..`, drive letters or
    /// backslashes. No name ever reaches the disk; such an entry is simply not there.
    var hasPlainName: Bool {
        let bytes = name.utf8
        guard let first = bytes.first, first != UInt8(ascii: "/") else { return false }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else {
            return false
        }
        guard bytes.dropFirst().first != UInt8(ascii: ":") else { return false }
        return !name.split(separator: "/", omittingEmptySubsequences: false)
            .contains { $0 == ".." }
    }

    var isFolder: Bool { name.utf8.last == UInt8(ascii: "/") }

    /// Finder's shadow copies, which look like the chat itself.
    var isShadow: Bool { name.hasPrefix("__MACOSX/") || name.contains("/._") }
}
