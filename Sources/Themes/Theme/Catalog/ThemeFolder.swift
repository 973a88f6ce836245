package import Basics

/// The contents of the theme folder at startup: `*.json`, and pictures in `pictures`. The folder is
/// read once; later lookups use only this value.
struct ThemeFolder {
    let looks: [String: JSONValue]
    let pictures: [String: [UInt8]]
    /// Whether all of the files are part of the program.
    let isShipped: Bool

    init(
        looks: [String: JSONValue], pictures: [String: [UInt8]] = [:], isShipped: Bool = false
    ) {
        self.looks = looks
        self.pictures = pictures
        self.isShipped = isShipped
    }

    /// - Parameter folder: the folder within the files; empty for the top.
    init(_ files: LayeredFiles, in folder: String) throws(ThemeFolderFault) {
        var looks: [String: JSONValue] = [:]
        var isShipped = true
        for file in try files.names(in: folder, or: ThemeFolderFault.file)
        where file.hasSuffix(".json") {
            let name = String(file.dropLast(5))
            guard ThemeFolder.isName(name), name != ThemeCatalog.automatic else {
                throw .badName(file: file)
            }
            let path = LayeredFiles.path(file, in: folder)
            looks[name] = try files.json(path, or: ThemeFolderFault.file)
            isShipped = isShipped && files.isShipped(path)
        }
        var pictures: [String: [UInt8]] = [:]
        let beside = LayeredFiles.path("pictures", in: folder)
        if files.has(beside) {
            for file in try files.names(in: beside, or: ThemeFolderFault.file)
            where ThemeFolder.isPicture(file) {
                guard ThemeFolder.isName(file) else { throw .badName(file: "pictures/" + file) }
                let path = beside + "/" + file
                pictures[file] = try files.bytes(
                    path, limit: PictureSources.byteLimit, or: ThemeFolderFault.file)
                isShipped = isShipped && files.isShipped(path)
            }
        }
        self.init(looks: looks, pictures: pictures, isShipped: isShipped)
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
    case file(ConfigurationFileFault)
    /// The name of a theme or picture contains other characters than lowercase letters, digits,
    /// `-`, `_` and `.`, or is "auto".
    case badName(file: String)
    case invalid(look: String, ThemeFaults)
    /// Two themes claim the same service.
    case sharedApp(String, looks: [String])
    /// The default theme is missing.
    case missing(look: String)
}
