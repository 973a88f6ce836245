import Encodings

/// Names of files as exports write them: with `/`, at times with a backslash.
enum Path {
    static func lastName(_ path: String) -> String {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(where: { $0 == 0x2F || $0 == 0x5C }) else { return path }
        return String(path[bytes.index(after: slash)...])
    }

    /// The folder with its slash, empty for a file at the top.
    static func folder(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "" }
        return String(path[...slash])
    }

    /// In lower case, without the dot; empty where there is none.
    static func fileExtension(_ path: String) -> String {
        let name = lastName(path)
        guard let dot = name.utf8.lastIndex(of: 0x2E), dot > name.startIndex else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// Without folders and extension.
    static func stem(_ path: String) -> String {
        let name = lastName(path)
        guard let dot = name.utf8.lastIndex(of: 0x2E), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Whether a name in an archive stays inside it, on every system: relative, without `..`, drive
    /// letters or backslashes.
    static func isPlain(_ name: String) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, first != UInt8(ascii: "/") else { return false }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\\") }) else {
            return false
        }
        guard bytes.dropFirst().first != UInt8(ascii: ":") else { return false }
        return !name.split(separator: "/", omittingEmptySubsequences: false)
            .contains { $0 == ".." }
    }

    /// Whether a file is one of the copies that macOS makes beside others: they look like the chat
    /// itself.
    static func isShadow(_ path: String) -> Bool {
        path.hasPrefix("__MACOSX/") || path.holds("/__MACOSX/") || lastName(path).hasPrefix("._")
    }

    static func depth(_ path: String) -> Int { path.utf8.count { $0 == 0x2F } }

    /// `%20` and the like resolved; as it was where that is no text.
    static func percentDecoded(_ path: String) -> String {
        path.percentDecoded ?? path
    }
}
