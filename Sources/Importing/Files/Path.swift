import Basics

/// Paths as exports write them: with `/`, sometimes with a backslash.
enum Path {
    static func lastName(_ path: String) -> String {
        let bytes = path.utf8
        guard let slash = bytes.lastIndex(where: { $0 == 0x2F || $0 == 0x5C }) else { return path }
        return String(path[bytes.index(after: slash)...])
    }

    /// Returns the folder with its trailing slash, or an empty string for a file at the top.
    static func folder(_ path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "" }
        return String(path[...slash])
    }

    /// Returns the extension in lowercase without the dot, or an empty string.
    static func fileExtension(_ path: String) -> String {
        let name = lastName(path)
        guard let dot = name.utf8.lastIndex(of: 0x2E), dot > name.startIndex else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// Returns the name without folders and extension.
    static func stem(_ path: String) -> String {
        let name = lastName(path)
        guard let dot = name.utf8.lastIndex(of: 0x2E), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// Returns the number in the name of a page: 2 for `messages2.html`, 1 for `messages.html`, nil
    /// for other files.
    static func pageNumber(
        _ path: String, after start: String, endings: Set<String> = ["html"]
    ) -> Int? {
        let stem = stem(path)
        guard stem.hasPrefix(start), endings.contains(fileExtension(path)) else { return nil }
        return stem == start ? 1 : Int(stem.dropFirst(start.count))
    }

    /// Returns whether a name stays inside its archive on every system: relative, without `..`,
    /// drive letters or backslashes.
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

    /// Returns whether a file is one of macOS's metadata copies, which have the same name as the
    /// chat.
    static func isShadow(_ path: String) -> Bool {
        path.hasPrefix("__MACOSX/") || path.holds("/__MACOSX/") || lastName(path).hasPrefix("._")
    }

    static func depth(_ path: String) -> Int { path.utf8.count { $0 == 0x2F } }

    /// Resolves percent escapes such as `%20`. Returns the path unchanged if the result is not
    /// valid text.
    static func percentDecoded(_ path: String) -> String {
        path.percentDecoded ?? path
    }
}
