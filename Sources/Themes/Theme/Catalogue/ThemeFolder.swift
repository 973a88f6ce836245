package import Basics

/// The contents of the theme folder at startup: `*.json`, and pictures in `pictures`. The folder is
/// read once; later lookups use only this value.
struct ThemeFolder {
    /// The maximum size of a theme file. A theme has a few kilobytes.
    private static let lookLimit = 1 << 20

    let looks: [String: JSONValue]
    let pictures: [String: [UInt8]]

    init(looks: [String: JSONValue], pictures: [String: [UInt8]] = [:]) {
        self.looks = looks
        self.pictures = pictures
    }

    /// - Parameter folder: the folder within the files; empty for the top.
    init(_ files: LayeredFiles, in folder: String) throws(ThemeFolderFault) {
        guard let names = files.names(in: folder) else {
            throw .unreadable(path: files.place(folder))
        }
        let below = folder.isEmpty ? "" : folder + "/"
        var looks: [String: JSONValue] = [:]
        for file in names where file.hasSuffix(".json") {
            let name = String(file.dropLast(5))
            guard ThemeFolder.isName(name), name != ThemeCatalogue.automatic else {
                throw .badName(file: file)
            }
            let bytes = try ThemeFolder.bytes(
                files, below + file, limit: ThemeFolder.lookLimit)
            do throws(JSONError) {
                looks[name] = try JSONValue(parsing: bytes)
            } catch {
                throw .syntax(file: file, error)
            }
        }
        var pictures: [String: [UInt8]] = [:]
        let beside = below + "pictures"
        if files.has(beside) {
            guard let names = files.names(in: beside) else {
                throw .unreadable(path: files.place(beside))
            }
            for file in names where ThemeFolder.isPicture(file) {
                guard ThemeFolder.isName(file) else { throw .badName(file: "pictures/" + file) }
                pictures[file] = try ThemeFolder.bytes(
                    files, beside + "/" + file, limit: PictureSources.byteLimit)
            }
        }
        self.init(looks: looks, pictures: pictures)
    }

    private static func bytes(
        _ files: LayeredFiles, _ path: String, limit: Int
    ) throws(ThemeFolderFault) -> [UInt8] {
        guard let bytes = files.bytes(path) else { throw .unreadable(path: files.place(path)) }
        guard bytes.count <= limit else {
            let file = path.split(separator: "/").last.map(String.init) ?? path
            throw .tooLarge(file: file, limit: limit, actual: bytes.count)
        }
        return bytes
    }

    private static func isPicture(_ file: String) -> Bool {
        [".png", ".jpg", ".jpeg", ".webp"].contains { file.hasSuffix($0) }
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && name.first != "."
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

/// Why the themes of a folder cannot be loaded; reported to the operator.
package enum ThemeFolderFault: Error, Sendable, Equatable {
    case unreadable(path: String)
    /// The name of a theme or picture contains other characters than lowercase letters, digits,
    /// `-`, `_` and `.`, or is "auto".
    case badName(file: String)
    case tooLarge(file: String, limit: Int, actual: Int)
    case syntax(file: String, JSONError)
    case invalid(look: String, ThemeFaults)
    /// Two themes claim the same service.
    case sharedApp(String, looks: [String])
    /// The default theme is missing.
    case missing(look: String)
}
