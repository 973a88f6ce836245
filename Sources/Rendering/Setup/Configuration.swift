package import Basics
import CShipped
import FoundationEssentials
package import Importing
package import Themes
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

/// The reason why a configuration cannot render anything on this machine.
package enum ConfigurationFault: Error, Sendable {
    case unreadable(place: String)
    case themes(place: String, ThemeFolderFault)
    case languages(place: String, LanguageFolderFault)
    case importPhrases(place: String, ImportPhrasesFault)
    case fonts(place: String)
    /// The process already uses the fonts of another configuration.
    case otherFonts(place: String)
    /// The configuration finds no fonts; these families are needed.
    case noFonts(place: String, missing: [String])
    case preset(String, Explanation)
    /// The system's cryptographic library cannot compute a digest.
    case digest
    case threads
    case drawing

    package var sentence: String {
        switch self {
        case .unreadable(let place): "\(place) cannot be read"
        case .themes(let place, .invalid(_, let faults)):
            "\(place): \(faults.explanation.detail)"
        case .themes(let place, let fault): "\(place): \(fault.sentence)"
        case .languages(let place, let fault): "\(place): \(fault.sentence)"
        case .importPhrases(let place, let fault): "\(place): \(fault.sentence)"
        case .fonts(let place), .otherFonts(let place): "\(place): the fonts cannot be configured"
        case .noFonts(let place, let missing):
            "\(place) finds no fonts. Install \(missing.joined(separator: ", "))"
        case .preset(let name, let fault): "the preset \(name): \(fault.detail)"
        case .digest: "the cryptographic library cannot compute digests"
        case .threads: "the worker threads cannot be started"
        case .drawing: "the drawing library cannot be initialized"
        }
    }
}

extension ThemeFolderFault {
    fileprivate var sentence: String {
        switch self {
        case .file(let fault): fault.sentence
        case .badName(let file):
            "\(file) is not a valid name. Use lowercase letters, digits, -, _ and ., but not \"auto\""
        case .invalid(let look, let faults): "\(look): \(faults.explanation.detail)"
        case .sharedApp(let app, let looks):
            "the themes \(looks.joined(separator: " and ")) both claim the service \(app)"
        case .missing(let look): "the theme \(look) is missing"
        }
    }
}

/// The files of `config` that are built into the program, by path.
package enum ShippedFiles {
    package static let all: [String: @Sendable () -> [UInt8]] = {
        var files: [String: @Sendable () -> [UInt8]] = [:]
        for index in 0..<shipped_count() {
            guard let file = unsafe shipped_file_at(index) else { continue }
            files[unsafe String(cString: file.pointee.path)] = { bytes(of: index) }
        }
        return files
    }()

    private static func bytes(of index: Int) -> [UInt8] {
        guard let file = unsafe shipped_file_at(index)?.pointee else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
    }
}

/// The name and version of this program.
package enum Program {
    package static let version = unsafe String(cString: shipped_version())
        .split(separator: "\n").joined().withoutBlanksAtEnds
    static let name = "Chatprint " + version
}
