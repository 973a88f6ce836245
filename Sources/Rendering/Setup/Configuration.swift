package import Basics
import FoundationEssentials
import Typesetting

/// The files read at startup: themes, languages, settings and others. Installed files override the
/// built-in ones, and an operator's own files override both.
package struct Configuration: Sendable {
    /// The operator's folder, with the files that override others.
    package let own: String?
    /// The folder of the installed files, next to the program or in its checkout.
    let installed: String?
    package let files: LayeredFiles

    package init(own: String? = nil, installed: String? = nil) {
        self.own = own
        self.installed = installed
        files = LayeredFiles(
            [own, installed].compactMap { $0.map { .folder($0) } } + [.program(ShippedFiles.all)])
    }

    package var folders: [String] { [own, installed].compactMap { $0.map(Self.absolute) } }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

    /// A digest of the files that affect rendering.
    package func digest() throws(DigestFailure) -> String {
        let hash = try SHA256()
        for folder in ["themes", "themes/pictures", "languages", "imports"] {
            for name in files.names(in: folder) ?? [] where !name.hasSuffix(".md") {
                let path = folder + "/" + name
                let bytes = files.bytes(path) ?? []
                try hash.update(Array("\(path) \(bytes.count)\n".utf8) + bytes)
            }
        }
        try hash.update(files.bytes("fonts.conf") ?? [])
        return try hash.finish()
    }

    /// Returns the font configuration: the operator's file, or the built-in one with the `fonts`
    /// folders of the configuration added.
    func fonts() throws(ConfigurationFault) -> FontConfiguration {
        let name = "fonts.conf"
        if let own, FileManager.default.fileExists(atPath: own + "/" + name) {
            return .file(Self.absolute(own + "/" + name))
        }
        guard let bytes = files.bytes(name) else {
            throw .unreadable(place: files.place(name))
        }
        // A configuration given as text has no folder that a relative path could refer to.
        let folders = folders.map { folder in
            "<dir>" + XMLEscape.escaped(folder + "/fonts", in: .content) + "</dir>"
        }
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("<dir prefix=\"relative\">fonts</dir>", with: folders.joined())
        return .text(text, place: files.place(name))
    }
}
