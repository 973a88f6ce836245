import Model

/// The names of the files that were sent, by which chats refer to them.
struct FileIndex: Sendable {
    enum Place { case single, beside, entry(Int) }

    /// All readable files, in the archive's order.
    private(set) var names: [String] = []
    /// Problems with names in the archive, reported as warnings.
    private(set) var oddities: [String] = []
    private var places: [String: Place] = [:]
    /// The full name for each name without folders; empty if two files share the short name.
    private var lastNames: [String: String] = [:]
    private let beside: FileLookup

    init(beside: FileLookup) { self.beside = beside }

    static let none = FileIndex(beside: .none)

    subscript(name: String) -> Place? { places[name] }

    mutating func add(_ name: String, _ place: Place) {
        // The first of two files with the same name wins, as it does for streaming readers.
        guard places[name] == nil else { return note("\(name) occurs twice; the first is read") }
        places[name] = place
        names.append(name)
        let last = Path.lastName(name)
        lastNames[last] = lastNames[last] == nil ? name : ""
    }

    mutating func note(_ oddity: String) {
        if oddities.count < 20 { oddities.append(oddity) }
    }

    /// Returns the full name of a file that a chat mentions: as written, in the chat's own folder,
    /// or at a similar path.
    func resolve(_ path: String, from document: String = "") -> String? {
        guard !path.isEmpty else { return nil }
        if places[path] != nil { return path }
        let beside = Path.folder(document) + path
        if places[beside] != nil { return beside }
        if let found = lastNames[Path.lastName(path)], !found.isEmpty,
            Self.isSame(found, path, folder: Path.folder(document))
        {
            return found
        }
        return nameBeside(path)
    }

    /// Returns whether a file without a stated folder exists: anywhere among the sent files, or
    /// beside the sent file.
    func holds(_ name: String) -> Bool { lastNames[name] != nil || nameBeside(name) != nil }

    /// Returns whether a file with the last name of a mentioned path is certainly the mentioned
    /// file. In another chat, names such as `IMG_0001.png` denote another picture.
    private static func isSame(_ found: String, _ path: String, folder: String) -> Bool {
        let isBelow = found.hasPrefix(folder)
        let names = found.dropFirst(isBelow ? folder.count : 0).split(separator: "/")
        let wanted = path.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }
        let common = zip(names.reversed(), wanted.reversed()).prefix { $0 == $1 }.count
        // The mentioned path begins in a folder above the export or on another machine.
        if common == names.count, common > 1 || isBelow { return true }
        // The whole mentioned path, in another folder.
        guard wanted.count == 1 else { return common == wanted.count }
        // Only the name: below the chat's folder, or in the same folder of another part.
        return isBelow || names.dropLast().last == folder.split(separator: "/").last
    }

    /// Returns the longest trailing part of a path that names a file beside the sent file. Exports
    /// use paths from their top folder, but the sent file may be in a subfolder.
    private func nameBeside(_ path: String) -> String? {
        guard !beside.isSent else { return nil }
        var rest = path[...]
        for _ in 0..<32 {
            let name = String(rest)
            if beside.size(of: name) != nil { return name }
            guard let slash = rest.utf8.firstIndex(of: 0x2F) else { return nil }
            rest = rest[rest.utf8.index(after: slash)...]
        }
        return nil
    }
}
