package import Digests
import Encodings
import FoundationEssentials
package import Resources
package import Typesetting

/// Looks, languages, settings and all else that is read at the start: what is part of the program,
/// over it the files that were installed with it, and over those an operator's own.
package struct Configuration: Sendable {
    /// The operator's folder, which holds what is to differ.
    package let own: String?
    /// The folder of the installed files, beside the program or in its checkout.
    package let installed: String?
    package let files: LayeredFiles

    package init(own: String? = nil, installed: String? = nil) {
        self.own = own
        self.installed = installed
        files = LayeredFiles(
            [own, installed].compactMap { $0.map { .folder($0) } } + [.program(ShippedFiles.all)])
    }

    /// The folders that it lies in.
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

    /// Which fonts there are: an operator's file as it is, or ours, with fonts of everybody's own.
    package func fonts() throws(ConfigurationFault) -> FontConfiguration {
        let name = "fonts.conf"
        if let own, FileManager.default.fileExists(atPath: own + "/" + name) {
            return .file(Self.absolute(own + "/" + name))
        }
        guard let bytes = files.bytes(name) else {
            throw .unreadable(place: files.place(name))
        }
        // Text without a file has no folder of its own that this could be relative to.
        let folders = folders.map { folder in
            "<dir>" + XMLEscape.escaped(folder + "/fonts", in: .content) + "</dir>"
        }
        let text = String(decoding: bytes, as: UTF8.self)
            .replacing("<dir prefix=\"relative\">fonts</dir>", with: folders.joined())
        return .text(text, place: files.place(name))
    }
}
