import Digests
import Encodings
import FoundationEssentials
import Resources
import System
import Typesetting

/// Looks, languages, settings and all else that is read at the start: what is part of the program,
/// over it the files that were installed with it, and over those an operator's own.
struct Configuration {
    /// The operator's folder, which holds what is to differ.
    let own: String?
    /// The folder of the installed files, beside the program or in its checkout.
    let installed: String?
    let files: LayeredFiles

    /// An operator's folder is what `--config` or `CHATPRINT_CONFIG` names, `./config` where it has
    /// looks, or `/etc/chatprint`.
    static func find(flag: String?) throws(CommandFailure) -> Configuration {
        Configuration(own: try own(flag), installed: installed(beside: program))
    }

    private init(own: String?, installed: String?) {
        self.own = own
        self.installed = installed
        files = LayeredFiles(
            [own, installed].compactMap { $0.map { .folder($0) } } + [.program(ShippedFiles.all)])
    }

    private static func own(_ flag: String?) throws(CommandFailure) -> String? {
        if let flag { return try named(flag, by: "--config") }
        if let named = ProcessInfo.processInfo.environment["CHATPRINT_CONFIG"], !named.isEmpty {
            return try self.named(named, by: "CHATPRINT_CONFIG")
        }
        // Any folder may have one of this name; ours has looks.
        if isFolder("config/themes") { return "config" }
        return isFolder("/etc/chatprint") ? "/etc/chatprint" : nil
    }

    private static func named(
        _ path: String, by source: String
    ) throws(CommandFailure) -> String {
        guard isFolder(path) else {
            throw .configuration("\(source): \(path) is not a readable folder")
        }
        return path
    }

    /// `../share/chatprint` from the program, or `config` of the checkout in whose `.build` it
    /// lies.
    static func installed(beside program: String) -> String? {
        let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
        let share = folder.deletingLastPathComponent().appendingPathComponent("share/chatprint")
            .path
        if isFolder(share + "/themes") { return share }
        let parts = folder.pathComponents
        guard let build = parts.lastIndex(of: ".build") else { return nil }
        let checkout = "/" + parts[1..<build].joined(separator: "/")
        guard FileManager.default.fileExists(atPath: checkout + "/Package.swift"),
            isFolder(checkout + "/config/themes")
        else { return nil }
        return checkout + "/config"
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }

    /// The folders that it lies in.
    var folders: [String] { [own, installed].compactMap { $0.map(Self.absolute) } }

    private static func absolute(_ path: String) -> String { URL(fileURLWithPath: path).path }

    /// A digest of the files that affect rendering.
    func digest() throws -> String {
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
    func fonts() throws(CommandFailure) -> FontConfiguration {
        let name = "fonts.conf"
        if let own, FileManager.default.fileExists(atPath: own + "/" + name) {
            return .file(Self.absolute(own + "/" + name))
        }
        guard let bytes = files.bytes(name) else {
            throw .configuration("\(files.place(name)) cannot be read")
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

extension Configuration {
    /// The program's own path, whatever link it was called by.
    private static var program: String {
        let link = "/proc/self/exe"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))
            ?? CommandLine.arguments[0]
    }
}
